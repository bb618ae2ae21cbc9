package carrier

import (
	"errors"
	"fmt"
	"math"
)

// Path is the list of positions that one ball visits in turn, again and again.
type Path struct {
	Name      string // the ball's
	Positions []Position
}

// Mover holds the paths of balls and commands position after position. A position counts
// as reached when the ball is near enough; balls that move together wait for each other
// there, so that they keep their distance.
type Mover struct {
	near     Position // largest deviation of a reached position, rad and m
	together bool
	paths    []Path
	next     []int  // the position to which each ball moves
	reached  []bool // whether it is there
	rounds   int
}

// Command is the position to which one ball shall move.
type Command struct {
	Name string
	To   Position
}

// NewMover returns a mover that commands the first positions next. Balls that move
// together need equally many positions.
func NewMover(paths []Path, near Position, together bool) (*Mover, error) {
	if err := check(paths, near, together); err != nil {
		return nil, err
	}
	return &Mover{
		near: near, together: together, paths: paths,
		next: make([]int, len(paths)), reached: make([]bool, len(paths)),
	}, nil
}

func check(paths []Path, near Position, together bool) error {
	if len(paths) == 0 {
		return errors.New("ball paths: expected at least one ball")
	}
	if !(near.Angle > 0) || !(near.Height > 0) {
		return fmt.Errorf("ball paths: nearness %g rad, %g m: expected positive numbers", near.Angle, near.Height)
	}
	for i, p := range paths {
		if p.Name == "" {
			return fmt.Errorf("ball path %d: expected a ball's name", i+1)
		}
		if len(p.Positions) == 0 {
			return fmt.Errorf("path of %q: expected at least one position", p.Name)
		}
		for k, at := range p.Positions {
			if !finite(at.Angle) || math.Abs(at.Angle) > math.Pi || !finite(at.Height) || at.Height < 0 {
				return fmt.Errorf("path of %q: position %d (%g rad, %g m): expected an angle within ±π and a height above the ground",
					p.Name, k+1, at.Angle, at.Height)
			}
		}
		if together && len(p.Positions) != len(paths[0].Positions) {
			return fmt.Errorf("path of %q has %d positions, that of %q %d: balls that move together need equally many",
				p.Name, len(p.Positions), paths[0].Name, len(paths[0].Positions))
		}
	}
	return nil
}

// Restart starts the paths from their first positions.
func (m *Mover) Restart() {
	clear(m.next)
	clear(m.reached)
	m.rounds = 0
}

// Rounds returns how often the first ball has finished its path.
func (m *Mover) Rounds() int { return m.rounds }

// Saw sets the position of a ball as it is. Balls that are on no path are ignored.
func (m *Mover) Saw(name string, at Position) {
	for i := range m.paths {
		if m.paths[i].Name != name {
			continue
		}
		goal := m.paths[i].Positions[m.next[i]]
		m.reached[i] = math.Abs(at.Angle-goal.Angle) <= m.near.Angle && math.Abs(at.Height-goal.Height) <= m.near.Height
	}
}

// Step advances each ball that has reached its position to the next one, and reports
// whether there was one. Call it after [Mover.Saw], then send every [Mover.Command].
func (m *Mover) Step() bool {
	if m.together {
		for _, there := range m.reached {
			if !there {
				return false
			}
		}
	}
	moved := false
	for i, there := range m.reached {
		if there {
			m.advance(i)
			moved = true
		}
	}
	return moved
}

func (m *Mover) advance(i int) {
	m.reached[i] = false
	m.next[i]++
	if m.next[i] == len(m.paths[i].Positions) {
		m.next[i] = 0
		if i == 0 {
			m.rounds++
		}
	}
}

// Len returns the number of balls.
func (m *Mover) Len() int { return len(m.paths) }

// Command returns the command of ball i. Sending it again changes nothing, so a lost
// command may be repeated.
func (m *Mover) Command(i int) Command {
	return Command{Name: m.paths[i].Name, To: m.paths[i].Positions[m.next[i]]}
}
