package bodytest

import (
	"slices"

	"github.com/tinylib/msgp/msgp"

	"gonao/nao"
)

// doll is a standing robot without physics: stiff joints follow at their top speeds.
type doll struct {
	state nao.State
	begun bool
	hot   bool
}

func (d *doll) begin() {
	if d.begun {
		return
	}
	d.begun = true
	s := &d.state
	s.Position = nao.StandPosture()
	s.Accelerometer = [3]float64{0, 0, 9.81}
	s.Battery = nao.Battery{Charge: 0.9, Current: -1.5, Temperature: 3.6}
	for j := range s.Temperature {
		s.Temperature[j] = 35
	}
	for i := range s.FSR {
		s.FSR[i] = 52.0 / float64(len(s.FSR))
	}
	if d.hot {
		s.Temperature[nao.RAnklePitch], s.Status[nao.RAnklePitch] = 79, nao.StatusHot
	}
}

func (d *doll) Step(c *nao.Command) error {
	d.begin()
	d.state.Cycle++
	for j := range d.state.Position {
		joint := nao.Joint(j)
		d.state.Stiffness[j] = max(c.Stiffness[j], 0)
		if d.state.Stiffness[j] == 0 {
			continue
		}
		step := joint.MaxSpeed() * nao.CyclePeriod.Seconds()
		d.state.Position[j] += min(max(c.Position[j]-d.state.Position[j], -step), step)
	}
	return nil
}

func (d *doll) State(out *nao.State) {
	d.begin()
	*out = d.state
}

// faults are faults of the connection from the body to the driver.
type faults struct {
	pieces  int      // number of pieces of each frame
	garbage int      // frames between two pieces of garbage; 0: no garbage
	twice   int      // frames between two repeated frames; 0: no repetition
	cut     int      // frames after which the connection is cut; 0: never
	hot     bool     // a joint of the doll is hot
	without []string // keys that the frames lack
}

// lacks returns the capabilities that the body lacks with these frames.
func (f faults) lacks() (c nao.Capabilities) {
	for key, what := range map[string]nao.Capabilities{"Sonar": nao.SensesSonar, "Temperature": nao.SensesTemperature, "FSR": nao.SensesFSR} {
		if slices.Contains(f.without, key) {
			c |= what
		}
	}
	return c
}

// of returns the pieces in which a frame arrives, and how many times they contain the frame. It returns nil if the
// connection is cut at this frame.
func (f faults) of(frame []byte, n int) (pieces [][]byte, times uint64) {
	out := strip(frame, f.without)
	times = 1
	if f.garbage > 0 && n%f.garbage == 0 {
		out = append([]byte("\xc1\xff no frame \x8d\xa3"), out...)
	}
	if f.twice > 0 && n%f.twice == 0 {
		out, times = append(out, strip(frame, f.without)...), 2
	}
	if f.cut > 0 && n == f.cut {
		return nil, 0
	}
	for i := range f.pieces {
		pieces = append(pieces, out[i*len(out)/f.pieces:(i+1)*len(out)/f.pieces])
	}
	return pieces, times
}

// strip returns a frame without some keys.
func strip(frame []byte, without []string) []byte {
	n, rest, err := msgp.ReadMapHeaderBytes(frame)
	if err != nil || len(without) == 0 {
		return slices.Clone(frame)
	}
	var body []byte
	kept := uint32(0)
	for range n {
		begin := rest
		key, value, err := msgp.ReadStringBytes(rest)
		if err != nil {
			return slices.Clone(frame)
		}
		if rest, err = msgp.Skip(value); err != nil {
			return slices.Clone(frame)
		}
		if !slices.Contains(without, key) {
			body = append(body, begin[:len(begin)-len(rest)]...)
			kept++
		}
	}
	return append(msgp.AppendMapHeader(nil, kept), body...)
}
