// Package fake is a NAOqi for tests, made with the client's library: a directory with the services of
// package qi, over TCP on a free port of the loopback, and a simple body. The joints move in the
// body's own time, as fast as commanded; the body stands, walks and speaks without physics. Faults
// can be set at any time.
package fake

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/lugu/qiloop/bus"
	"github.com/lugu/qiloop/bus/directory"

	"gonao/nao_driver/naoqi/qi"
)

// Config holds what robot it is. The zero value is a V5 with NAOqi 2.1.
type Config struct {
	Address       string            // to listen at, HOST:PORT; empty: a free port of the loopback
	Model         string            // "naoH25"
	Body          string            // "V5.0"
	Version       string            // of NAOqi: "2.1.4.13"
	Users         map[string]string // password by name; empty: NAOqi requires none
	Encrypted     bool              // TLS
	Without       []string          // services that it lacks
	Lacks         []string          // joints that it lacks
	MemoryRefresh time.Duration     // period of ALMemory, in the body's time; 0: always new
	TimeScale     float64           // the body's seconds per second; 0 is 1
}

// Robot is a running fake.
type Robot struct {
	cfg    Config
	body   *Body
	server bus.Server
	relay  *relay
	dir    string

	mu     sync.Mutex
	faults map[string]Fault
	calls  map[string]int
	memory map[string]any // values of the last refresh
	readAt time.Duration
	life   string
	spoken []string
	hush   chan struct{} // closed by stopAll
	leds   map[string]LED
	sonars map[string]bool
}

// LED is what an LED was set to last: 0x00RRGGBB, or a level of 0 to 1.
type LED struct {
	RGB   int32
	Level float32
}

// Fault is a fault of a method.
type Fault struct {
	Delay   time.Duration // before it is called
	Hang    bool          // it never answers
	Error   string        // it answers with this error
	Payload []byte        // it answers with these bytes
}

// Start starts a robot that stands, limp, as after it was carried to its place.
//
// The library logs to the standard logger whenever a peer goes away. Peers go away all the time in
// tests with a fake, so Start silences that logger.
func Start(cfg Config) (*Robot, error) {
	log.SetOutput(io.Discard)
	set := func(s *string, to string) {
		if *s == "" {
			*s = to
		}
	}
	set(&cfg.Address, "127.0.0.1:0")
	set(&cfg.Model, "naoH25")
	set(&cfg.Body, "V5.0")
	set(&cfg.Version, "2.1.4.13")
	if cfg.TimeScale == 0 {
		cfg.TimeScale = 1
	}
	r := &Robot{
		cfg: cfg, body: newBody(cfg.TimeScale), faults: map[string]Fault{}, calls: map[string]int{}, life: "solitary",
		hush: make(chan struct{}), leds: map[string]LED{}, sonars: map[string]bool{},
	}
	if err := r.serve(); err != nil {
		r.Close()
		return nil, fmt.Errorf("fake NAOqi: %w", err)
	}
	return r, nil
}

func (r *Robot) serve() (err error) {
	if r.dir, err = os.MkdirTemp("", "naoqi"); err != nil {
		return err
	}
	socket := filepath.Join(r.dir, "qi")
	var auth bus.Authenticator = bus.Yes{}
	if r.cfg.Users != nil {
		auth = bus.Dictionary(r.cfg.Users)
	}
	if r.server, err = directory.NewServer("unix://"+socket, auth); err != nil {
		return err
	}
	for name, object := range map[string]bus.Actor{
		"ALMotion":         qi.ALMotionObject(&motion{r}),
		"ALMemory":         qi.ALMemoryObject(&memory{r}),
		"ALRobotPosture":   qi.ALRobotPostureObject(&posture{r}),
		"ALLeds":           qi.ALLedsObject(&leds{r}),
		"ALTextToSpeech":   qi.ALTextToSpeechObject(&speech{r}),
		"ALSonar":          qi.ALSonarObject(&sonar{r}),
		"ALVideoDevice":    qi.ALVideoDeviceObject(newVideo()),
		"ALSystem":         qi.ALSystemObject(&system{r}),
		"ALAutonomousLife": qi.ALAutonomousLifeObject(&life{r}),
	} {
		if slices.Contains(r.cfg.Without, name) {
			continue
		}
		if err := r.offer(name, object); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	r.relay, err = newRelay(r.cfg.Address, socket, r.cfg.Encrypted)
	return err
}

// offer registers a service, with its faults.
func (r *Robot) offer(name string, object bus.Actor) error {
	f := &faulty{Actor: object, robot: r, service: name}
	if _, err := r.server.NewService(name, f); err != nil {
		return err
	}
	proxy, err := r.server.Session().Proxy(name, 1)
	if err != nil {
		return err
	}
	methods := map[uint32]string{}
	for id, m := range proxy.MetaObject().Methods {
		methods[id] = m.Name
	}
	f.methods.Store(&methods)
	return nil
}

// Address returns where the robot listens: "tcp://127.0.0.1:34567".
func (r *Robot) Address() string { return r.relay.address() }

// Body returns the body that the services move.
func (r *Robot) Body() *Body { return r.body }

// Close closes the robot.
func (r *Robot) Close() {
	if r.relay != nil {
		r.relay.close()
	}
	if r.server != nil {
		// This call is answered after all earlier calls of the directory: the library does not
		// guard what they read from Terminate.
		r.server.Session().Proxy("ServiceDirectory", 1) //nolint:errcheck // for the answer's sake
		r.server.Terminate()                            //nolint:errcheck // it is gone
	}
	os.RemoveAll(r.dir) //nolint:errcheck // in the system's directory for that
}

// Drop closes all connections.
func (r *Robot) Drop() { r.relay.drop() }

// DropAfter closes all connections after a number of bytes, counted in both directions.
func (r *Robot) DropAfter(bytes int) { r.relay.dropAfter(int64(bytes)) }

// Away closes all connections and refuses new ones, until it is called with false.
func (r *Robot) Away(yes bool) { r.relay.away(yes) }

// Stall holds all bytes, in both directions, until it is called with false: connections stay, and new
// ones can be made.
func (r *Robot) Stall(yes bool) { r.relay.stall(yes) }

// Set sets the fault of a method, such as "ALMotion.setAngles"; the zero Fault removes it.
func (r *Robot) Set(method string, f Fault) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults[method] = f
}

// Calls returns the number of calls of a method.
func (r *Robot) Calls(method string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.calls[method]
}

// LED returns what an LED was set to last, by NAOqi's name.
func (r *Robot) LED(name string) LED {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.leds[name]
}

// Spoken returns the texts that were spoken to the end.
func (r *Robot) Spoken() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.spoken)
}

// Life returns the state of the autonomous life.
func (r *Robot) Life() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.life
}

func (r *Robot) fault(method string) Fault {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls[method]++
	return r.faults[method]
}

// after blocks for a wall time, and reports whether it was not stopped meanwhile.
func after(d time.Duration, stop <-chan struct{}) bool {
	timer := time.NewTimer(d) //nolint:forbidigo // a fake lives in the wall's time
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-stop:
		return false
	}
}
