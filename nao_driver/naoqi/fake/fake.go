// Package fake is a NAOqi for tests, made with the client's library. It has a directory with the services of
// package qi, over TCP on a free port of the loopback interface, and a simple body. The joints move in the body's
// own time, as fast as commanded; the body stands, walks and speaks without physics. Tests can set faults at any
// time.
package fake

import (
	"cmp"
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

// Config describes the robot. The zero value is a V5 with NAOqi 2.1.
type Config struct {
	Address       string            // address to listen at, HOST:PORT; if empty, a free port of the loopback interface
	Model         string            // such as "naoH25"
	Body          string            // such as "V5.0"
	Version       string            // version of NAOqi, such as "2.1.4.13"
	Users         map[string]string // passwords by name; if empty, NAOqi requires none
	Encrypted     bool              // use TLS
	Without       []string          // names of missing services
	Lacks         []string          // names of missing joints
	MemoryRefresh time.Duration     // period of ALMemory in the body's time; 0: values are always new
	TimeScale     float64           // seconds of the body per second of wall time; 0 means 1
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
	memory map[string]any // values at the last refresh
	readAt time.Duration
	life   string
	spoken []string
	hush   chan struct{} // stopAll closes it
	leds   map[string]LED
	sonars map[string]bool
}

// LED is the last setting of an LED: 0x00RRGGBB, or a level of 0 to 1.
type LED struct {
	RGB   int32
	Level float32
}

// Fault is a fault of a method.
type Fault struct {
	Delay   time.Duration // delay before the call
	Hang    bool          // the call never returns
	Error   string        // error that the call returns
	Payload []byte        // bytes that the call returns
}

// Start starts a robot that stands and is limp, as after a person has carried it to its place.
//
// The library logs to the standard logger whenever a peer disconnects, which happens often in tests with a fake, so
// Start silences that logger.
func Start(cfg Config) (*Robot, error) {
	log.SetOutput(io.Discard)
	set := func(s *string, to string) {
		*s = cmp.Or(*s, to)
	}
	set(&cfg.Address, "127.0.0.1:0")
	set(&cfg.Model, "naoH25")
	set(&cfg.Body, "V5.0")
	set(&cfg.Version, "2.1.4.13")
	cfg.TimeScale = cmp.Or(cfg.TimeScale, 1)
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

// offer registers a service together with its faults.
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

// Address returns the address at which the robot listens, such as "tcp://127.0.0.1:34567".
func (r *Robot) Address() string { return r.relay.address() }

// Body returns the body that the services move.
func (r *Robot) Body() *Body { return r.body }

// Close closes the robot.
func (r *Robot) Close() {
	if r.relay != nil {
		r.relay.close()
	}
	if r.server != nil {
		// This call is answered only after all earlier calls of the directory. The library does not guard what
		// those read against Terminate.
		r.server.Session().Proxy("ServiceDirectory", 1) //nolint:errcheck // for the answer's sake
		r.server.Terminate()                            //nolint:errcheck // it is gone
	}
	os.RemoveAll(r.dir) //nolint:errcheck // in the system's directory for that
}

// Drop closes all connections.
func (r *Robot) Drop() { r.relay.drop() }

// DropAfter closes all connections after a number of bytes, counted in both directions.
func (r *Robot) DropAfter(bytes int) { r.relay.dropAfter(int64(bytes)) }

// Away closes all connections and refuses new ones until it is called with false.
func (r *Robot) Away(yes bool) { r.relay.away(yes) }

// Stall holds all bytes back in both directions until it is called with false. Connections stay, and new ones can
// be made.
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

// LED returns the last setting of an LED, by NAOqi's name.
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

// after blocks for a wall time. It returns false if it was stopped before.
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
