package vision

import "time"

// Sighting is a thing that begins or ceases to be seen.
type Sighting uint8

// Things.
const (
	BallSighting Sighting = iota
	GoalSighting
	LineSighting
	RobotSighting

	NumSightings = 4
)

// String returns the thing's name.
func (s Sighting) String() string {
	if s < NumSightings {
		return [NumSightings]string{"ball", "goal", "line", "robot"}[s]
	}
	return "unknown"
}

// Sightings separates real changes of visible objects from flicker: a thing is seen once it was found in three images in
// a row, and lost once it was found in none for a second. In the zero value nothing was seen.
type Sightings struct {
	things [NumSightings]sighting
}

type sighting struct {
	seen  bool
	inRow int
	last  time.Duration // found
}

// Change is a thing that begins to be seen, or is lost.
type Change struct {
	Thing Sighting
	Lost  bool
}

// Label returns the change as a word, such as ball_seen.
func (c Change) Label() string {
	if c.Lost {
		return c.Thing.String() + "_lost"
	}
	return c.Thing.String() + "_seen"
}

// Update uses the finds of an image, and appends the changes.
func (s *Sightings) Update(changes []Change, now time.Duration, found [NumSightings]bool) []Change {
	const enough, patience = 3, time.Second
	for i := range s.things {
		t := &s.things[i]
		if found[i] {
			t.inRow, t.last = t.inRow+1, now
		} else {
			t.inRow = 0
		}
		switch {
		case !t.seen && t.inRow >= enough:
			t.seen = true
			changes = append(changes, Change{Thing: Sighting(i)})
		case t.seen && (now-t.last >= patience || now < t.last): // or the clock went back
			t.seen = false
			changes = append(changes, Change{Thing: Sighting(i), Lost: true})
		}
	}
	return changes
}
