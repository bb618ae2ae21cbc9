package bodytest

import (
	"io"
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"

	"gonao/nao"
	"gonao/nao/lola"
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

// faults are what goes wrong on the way from the body to the driver, with the bytes.
type faults struct {
	pieces  int      // each frame arrives in so many
	garbage int      // before every so-manieth frame; 0 never
	twice   int      // every so-manieth frame comes again
	cut     int      // the line is cut after so many frames, again and again; 0 never
	hot     bool     // the doll's
	without []string // keys that frames lack
}

// lacks is what the body cannot tell with frames that lack keys.
func (f faults) lacks() (c nao.Capabilities) {
	for key, what := range map[string]nao.Capabilities{"Sonar": nao.TellsSonar, "Temperature": nao.TellsTemperature, "FSR": nao.TellsFSR} {
		if slices.Contains(f.without, key) {
			c |= what
		}
	}
	return c
}

// between stands between a driver that dials one path and a body that serves another.
func (f faults) between(t *testing.T, path, body string) {
	t.Helper()
	l, err := net.Listen("unix", path)
	require.NoError(t, err)
	var all sync.WaitGroup
	t.Cleanup(func() { l.Close(); all.Wait() })
	all.Go(func() {
		for {
			driver, err := l.Accept()
			if err != nil {
				return
			}
			robot, err := net.Dial("unix", body)
			if err != nil {
				driver.Close()
				continue
			}
			all.Go(func() { defer robot.Close(); io.Copy(robot, driver) })
			all.Go(func() { defer driver.Close(); f.spoil(driver, robot) })
		}
	})
}

// spoil hands frames on with what is wrong with them.
func (f faults) spoil(to io.Writer, from io.Reader) {
	frame := make([]byte, lola.SensorFrameSize)
	for n := 1; ; n++ {
		if _, err := io.ReadFull(from, frame); err != nil {
			return
		}
		out := strip(frame, f.without)
		if f.garbage > 0 && n%f.garbage == 0 {
			out = append([]byte("\xc1\xff no frame \x8d\xa3"), out...)
		}
		if f.twice > 0 && n%f.twice == 0 {
			out = append(out, strip(frame, f.without)...)
		}
		if f.cut > 0 && n == f.cut {
			return
		}
		for i := range f.pieces {
			if _, err := to.Write(out[i*len(out)/f.pieces : (i+1)*len(out)/f.pieces]); err != nil {
				return
			}
		}
	}
}

// strip gives a frame without some keys.
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
