package world

import (
	"errors"
	"fmt"
	"math"
	"regexp"
)

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// Validate reports the first value that is not possible, with its key.
func (w *World) Validate() error {
	c := checker{names: map[string]string{}}
	c.within("timestep_sec", w.TimestepSec, 0.0002, 0.012)
	if cycle := 0.012 / w.TimestepSec; math.Abs(cycle-math.Round(cycle)) > 1e-9 {
		c.fail("timestep_sec", "%g: want a whole part of the robot's 12 ms cycle", w.TimestepSec)
	}
	c.within("floor.size_m", w.Floor.SizeM[0], 1, 100)
	c.within("floor.size_m", w.Floor.SizeM[1], 1, 100)
	c.within("floor.checker_m", w.Floor.CheckerM, 0, 100)
	c.within("floor.contrast", w.Floor.Contrast, 0, 1)
	if w.Field != nil {
		c.field(w.Field)
	}
	for i, g := range w.Goals {
		c.goal(fmt.Sprintf("goals[%d]", i), g)
	}
	for i, b := range w.Balls {
		c.ball(fmt.Sprintf("balls[%d]", i), b)
	}
	for i, carrier := range w.Carriers {
		c.carrier(fmt.Sprintf("carriers[%d]", i), carrier)
	}
	c.robot(w.Robot)
	c.within("light.brightness", w.Light.Brightness, 0.05, 3)
	c.within("light.ambient", w.Light.Ambient, 0, 2)
	if len(w.Light.Lamps) > maxLamps {
		c.fail("light.lamps", "%d lamps: want %d at most", len(w.Light.Lamps), maxLamps)
	}
	for i, l := range w.Light.Lamps {
		c.lamp(fmt.Sprintf("light.lamps[%d]", i), l)
	}
	if w.Hall != nil {
		c.hall(w.Hall)
	}
	for i, p := range w.Puppets {
		c.puppet(fmt.Sprintf("puppets[%d]", i), p)
	}
	for i, v := range w.Views {
		at := fmt.Sprintf("views[%d]", i)
		c.name(at+".name", v.Name)
		c.within(at+".fov_y_deg", v.FovYDeg, 1, 150)
		if math.Hypot(v.FromM[0]-v.ToM[0], v.FromM[1]-v.ToM[1]) < 1e-3 {
			c.fail(at, "from_m and to_m: want points that are not above each other")
		}
	}
	return c.err
}

// checker keeps the first error.
type checker struct {
	err   error
	names map[string]string // where each name was given
}

func (c *checker) fail(key, format string, args ...any) {
	if c.err == nil {
		c.err = errors.New(key + ": " + fmt.Sprintf(format, args...))
	}
}

func (c *checker) within(key string, v, low, high float64) {
	if !(v >= low && v <= high) {
		c.fail(key, "%g: want %g to %g", v, low, high)
	}
}

func (c *checker) oneOf(key, v string, choices ...string) {
	for _, choice := range choices {
		if v == choice {
			return
		}
	}
	c.fail(key, "%q: want one of %v", v, choices)
}

func (c *checker) name(key, name string) {
	if !nameForm.MatchString(name) {
		c.fail(key, "%q: want lower_snake_case", name)
	}
	if before, taken := c.names[name]; taken {
		c.fail(key, "%q: the name is taken by %s", name, before)
	}
	c.names[name] = key
}

func (c *checker) field(f *Field) {
	c.within("field.length_m", f.LengthM, 1, 40)
	c.within("field.width_m", f.WidthM, 1, 40)
	c.within("field.line_width_m", f.LineWidthM, 0, 0.5)
	c.within("field.border_m", f.BorderM, 0, 5)
	c.within("field.penalty_mark_size_m", f.PenaltyMarkSizeM, 0, 1)
	c.within("field.penalty_mark_distance_m", f.PenaltyMarkDistanceM, 0, f.LengthM/2)
	c.within("field.goal_area_length_m", f.GoalAreaLengthM, 0, f.LengthM/2)
	c.within("field.goal_area_width_m", f.GoalAreaWidthM, 0, f.WidthM)
	c.within("field.penalty_area_length_m", f.PenaltyAreaLengthM, 0, f.LengthM/2)
	c.within("field.penalty_area_width_m", f.PenaltyAreaWidthM, 0, f.WidthM)
	c.within("field.center_circle_diameter_m", f.CenterCircleDiameterM, 0, f.WidthM)
	c.within("carpet.noise", f.CarpetNoise, 0, 1)
}

func (c *checker) goal(at string, g Goal) {
	c.within(at+".x_m", g.XM, -50, 50)
	c.within(at+".y_m", g.YM, -50, 50)
	c.within(at+".facing_deg", g.FacingDeg, -360, 360)
	c.within(at+".inner_width_m", g.InnerWidthM, 0.1, 10)
	c.within(at+".height_m", g.HeightM, 0.1, 5)
	c.within(at+".depth_m", g.DepthM, 0.05, 5)
	c.within(at+".post_diameter_m", g.PostDiameterM, 0.01, 0.5)
}

func (c *checker) ball(at string, b Ball) {
	c.name(at+".name", b.Name)
	c.within(at+".diameter_m", b.DiameterM, 0.01, 1)
	c.within(at+".mass_kg", b.MassKg, 0.001, 5)
	c.oneOf(at+".pattern", b.Pattern, patterns()...)
	c.within(at+".x_m", b.XM, -50, 50)
	c.within(at+".y_m", b.YM, -50, 50)
}

func (c *checker) carrier(at string, b Carrier) {
	c.name(at+".name", b.Name)
	c.within(at+".radius_m", b.RadiusM, 0.005, 0.5)
	c.within(at+".x_m", b.XM, -50, 50)
	c.within(at+".y_m", b.YM, -50, 50)
	c.within(at+".reach_m", b.ReachM, 0.2, 5)
	c.within(at+".angle_deg", b.AngleDeg, -180, 180)
	c.within(at+".height_m", b.HeightM, b.RadiusM, maxLiftM)
}

func (c *checker) robot(r Robot) {
	c.within("robot.x_m", r.XM, -50, 50)
	c.within("robot.y_m", r.YM, -50, 50)
	c.within("robot.yaw_deg", r.YawDeg, -360, 360)
	c.oneOf("robot.look", r.Look, LookSkin, LookBlocks)
	c.clothes("robot.waistband", r.Waistband)
	c.clothes("robot.jersey", r.Jersey)
	c.within("robot.number", float64(r.Number), 0, 99)
}

// clothes checks the name of a colour, which may be "none".
func (c *checker) clothes(key, name string) {
	if name == WaistbandNone || name == "" {
		return
	}
	if _, err := ParseColor(name); err != nil {
		c.fail(key, "%v, or none", err)
	}
}
