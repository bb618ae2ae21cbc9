package kick

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"strings"

	"gonao/internal/si"
)

// The axes of the fitted table. Directions are as the kicking foot has them: 0 straight on, > 0 away from the standing leg.
// Strength is the foot's speed at the touch as a share of the stroke's top speed.
var (
	tableDirections = [...]float64{-0.5, -0.25, 0, 0.25, 0.5, 0.8, 1.2, math.Pi / 2} // rad
	tableStrengths  = [...]float64{0.15, 0.25, 0.4, 0.6, 0.8, 1}
	tableX          = [...]float64{0.155, 0.17, 0.185, 0.20} // m ahead of the soles' middle
	tableY          = [...]float64{0.05, 0.065, 0.08, 0.1}   // m from it, towards the kicking foot
)

// Table holds results of kicks in the simulator: the distance and the deviation from the foot's direction, by direction
// and strength; and the additional deviation of a straight kick, by the ball's place. The place is measured but not used:
// with it, three of 32 kicks rolled only 0.6 m.
type Table struct {
	Distance [len(tableDirections)][len(tableStrengths)]float64 // m
	Turn     [len(tableDirections)][len(tableStrengths)]float64 // rad, > 0 away from the standing leg
	Place    [len(tableX)][len(tableY)]float64                  // rad, beyond Turn
}

//go:embed table.txt
var fitted string

// Fitted returns the committed table. The command "gonao motion kicks" writes it.
func Fitted() (Table, error) { return parseTable(fitted) }

// Grid calls direction for every direction and strength of the table, and place for every place of the ball.
func Grid(direction func(i, j int, rad, strength float64), place func(i, j int, x, y float64)) {
	for i, rad := range tableDirections {
		for j, s := range tableStrengths {
			direction(i, j, rad, s)
		}
	}
	for i, x := range tableX {
		for j, y := range tableY {
			place(i, j, x, y)
		}
	}
}

// Write writes the table, after lines of remarks, with the digest of its rows.
func (t *Table) Write(w io.Writer, remarks []string) error {
	rows := t.rows()
	var b strings.Builder
	for _, line := range remarks {
		b.WriteString("# " + line + "\n")
	}
	_, err := fmt.Fprintf(w, "%s# sha256 of the rows: %s\n%s", b.String(), digest(rows), rows)
	return err
}

// rows returns the table as text.
func (t *Table) rows() string {
	var b strings.Builder
	Grid(func(i, j int, rad, strength float64) {
		fmt.Fprintf(&b, "kick %.4f rad %.2f strength: %.3f m %.4f rad\n", rad, strength, t.Distance[i][j], t.Turn[i][j])
	}, func(i, j int, x, y float64) {
		fmt.Fprintf(&b, "ball %.3f m %.3f m: %.4f rad\n", x, y, t.Place[i][j])
	})
	return b.String()
}

// digest returns the rows' hash as text.
func digest(rows string) string {
	sum := sha256.Sum256([]byte(rows))
	return hex.EncodeToString(sum[:8])
}

// parseTable parses the output of Write. The error names the wrong line.
func parseTable(text string) (t Table, err error) {
	var rows []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			rows = append(rows, line)
		}
	}
	next := func() string {
		if len(rows) == 0 {
			return ""
		}
		line := rows[0]
		rows = rows[1:]
		return line
	}
	check := func(line string, at, wantAt, other, wantOther float64, scanned error) {
		if err == nil && (scanned != nil || !si.IsFinite(at+other) || math.Abs(at-wantAt) > 1e-3 || math.Abs(other-wantOther) > 1e-3) {
			err = fmt.Errorf("kick table: line %q: expected the values at %g and %g", strings.TrimSpace(line), wantAt, wantOther)
		}
	}
	var a, b float64
	Grid(func(i, j int, rad, strength float64) {
		line := next()
		_, e := fmt.Sscanf(line, "kick %f rad %f strength: %f m %f rad", &a, &b, &t.Distance[i][j], &t.Turn[i][j])
		check(line, a, rad, b, strength, e)
	}, func(i, j int, x, y float64) {
		line := next()
		_, e := fmt.Sscanf(line, "ball %f m %f m: %f rad", &a, &b, &t.Place[i][j])
		check(line, a, x, b, y, e)
	})
	for _, v := range t.values() {
		if err == nil && !si.IsFinite(*v) {
			err = fmt.Errorf("kick table: line with %g: expected finite numbers", *v)
		}
	}
	if err == nil && len(rows) > 0 {
		err = fmt.Errorf("kick table: line %q: expected no more", strings.TrimSpace(rows[0]))
	}
	return t, err
}

// values returns all numbers of the table.
func (t *Table) values() (all []*float64) {
	Grid(func(i, j int, _, _ float64) { all = append(all, &t.Distance[i][j], &t.Turn[i][j]) },
		func(i, j int, _, _ float64) { all = append(all, &t.Place[i][j]) })
	return all
}

// at returns the index before v on an ascending axis, and the fraction of the way from there to the next index.
func at(axis []float64, v float64) (i int, share float64) {
	for i = 0; i < len(axis)-2 && v > axis[i+1]; i++ {
	}
	return i, min(max((v-axis[i])/(axis[i+1]-axis[i]), 0), 1)
}

// mix interpolates between two values.
func mix(a, b, share float64) float64 { return a + share*(b-a) }

// reach returns how far the ball rolls in a direction at a strength, and by how much it leaves the direction.
func (t *Table) reach(rad, strength float64) (distance, turn float64) {
	i, u := at(tableDirections[:], rad)
	j, v := at(tableStrengths[:], strength)
	distance = mix(mix(t.Distance[i][j], t.Distance[i][j+1], v), mix(t.Distance[i+1][j], t.Distance[i+1][j+1], v), u)
	return distance, mix(mix(t.Turn[i][j], t.Turn[i][j+1], v), mix(t.Turn[i+1][j], t.Turn[i+1][j+1], v), u)
}

// strengthFor returns the weakest strength with which the ball rolls a distance in a direction; if none suffices, the one
// with which it rolls farthest.
func (t *Table) strengthFor(rad, distance float64) float64 {
	before, _ := t.reach(rad, tableStrengths[0])
	if distance <= before {
		return tableStrengths[0]
	}
	best, farthest := tableStrengths[0], before
	for j := 1; j < len(tableStrengths); j++ {
		d, _ := t.reach(rad, tableStrengths[j])
		if distance <= d {
			return mix(tableStrengths[j-1], tableStrengths[j], (distance-before)/max(d-before, 1e-6))
		}
		if d > farthest {
			best, farthest = tableStrengths[j], d
		}
		before = d
	}
	return best
}

// farthest returns how far the ball rolls at most in a direction.
func (t *Table) farthest(rad float64) float64 {
	d, _ := t.reach(rad, t.strengthFor(rad, math.Inf(1)))
	return d
}

// aimFor returns the direction and the strength to send the foot with, so that the ball rolls a distance in a direction. It turns the foot
// inward only: turned outward, it meets the ball beside the toe, and weakly.
func (t *Table) aimFor(rad, distance float64) (sent, strength float64) {
	const most = 0.35 // rad
	sent = rad
	for range 4 { // it converges: a turn changes by less than half of a change of direction
		strength = t.strengthFor(sent, distance)
		_, turn := t.reach(sent, strength)
		sent = rad + min(max(left(rad)-turn, -most), 0)
	}
	return sent, strength
}

// left returns how far the ball may leave a direction before the foot is turned against it, rad. The toe is flat: straight on, a foot
// that is turned by 1° meets the ball 1 cm farther aside, which costs more than the turn brings.
func left(rad float64) float64 {
	const straight, until = 0.07, 0.25 // rad
	return straight * max(1-math.Abs(rad)/until, 0)
}

// Smooth turns a table of measurements into one for kicks: entries that no kick reached are interpolated, and the place's
// turn becomes relative to that of the best place.
func (t *Table) Smooth() {
	for j := range tableStrengths {
		for i := range tableDirections {
			if !math.IsNaN(t.Distance[i][j]) {
				continue
			}
			low, high := i, i // the nearest directions that were measured
			for low > 0 && math.IsNaN(t.Distance[low][j]) {
				low--
			}
			for high < len(tableDirections)-1 && math.IsNaN(t.Distance[high][j]) {
				high++
			}
			if math.IsNaN(t.Distance[low][j]) {
				low = high
			} else if math.IsNaN(t.Distance[high][j]) {
				high = low
			}
			share := (tableDirections[i] - tableDirections[low]) / max(tableDirections[high]-tableDirections[low], 1e-9)
			t.Distance[i][j] = mix(t.Distance[low][j], t.Distance[high][j], share)
			t.Turn[i][j] = mix(t.Turn[low][j], t.Turn[high][j], share)
		}
	}
	_, straight := t.reach(0, 1)
	for i := range t.Place {
		for j := range t.Place[i] {
			if math.IsNaN(t.Place[i][j]) {
				t.Place[i][j] = straight
			}
			t.Place[i][j] -= straight
		}
	}
}
