// Package fake is a NAOqi for tests, on the same library as the client: a directory with
// the services of package qi, over TCP on a free port of the loopback, and a simple body
// behind them. Its joints move in the body's own time, as fast as they were told to; it
// stands, walks and speaks without any physics. Faults can be asked for at any moment.
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

// Config says what robot it is. The zero value is a V5 with NAOqi 2.1.
type Config struct {
	Address       string            // it listens at, HOST:PORT; a free port of the loopback
	Model         string            // "naoH25"
	Body          string            // "V5.0"
	Version       string            // of NAOqi: "2.1.4.13"
	Users         map[string]string // name and password; none: NAOqi asks for none
	Encrypted     bool              // TLS
	Without       []string          // services that it lacks
	Lacks         []string          // joints that it lacks
	MemoryRefresh time.Duration     // of ALMemory, in the body's time; 0 is the moment
	TimeScale     float64           // the body's seconds per second; 0 is 1
}

// Robot is a fake that runs.
type Robot struct {
	cfg    Config
	body   *Body
	server bus.Server
	relay  *relay
	dir    string

	mu     sync.Mutex
	faults map[string]Fault
	calls  map[string]int
	memory map[string]any // what was read at the last refresh
	readAt time.Duration
	life   string
	spoken []string
	hush   chan struct{} // closed by stopAll
	leds   map[string]LED
	sonars map[string]bool
}

// LED is how an LED was set last: 0x00RRGGBB, or a level of 0 to 1.
type LED struct {
	RGB   int32
	Level float32
}

// Fault is what goes wrong with a method.
type Fault struct {
	Delay   time.Duration // before it is called
	Hang    bool          // it never answers
	Error   string        // it answers with this error
	Payload []byte        // it answers with these bytes, whatever they are
}

// Start makes a robot that stands, limp, as it is after it was carried to its place.
//
// The library complains on the standard logger whenever a peer goes away; a fake exists
// to let peers go away, so that it silences that logger.
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

// offer registers a service, with the faults before it.
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

// Address is where it listens: "tcp://127.0.0.1:34567".
func (r *Robot) Address() string { return r.relay.address() }

// Body is what the services move.
func (r *Robot) Body() *Body { return r.body }

// Close ends the robot.
func (r *Robot) Close() {
	if r.relay != nil {
		r.relay.close()
	}
	if r.server != nil {
		// Answered behind all that the directory was asked before: the library does not
		// guard what that reads from what Terminate takes away.
		r.server.Session().Proxy("ServiceDirectory", 1) //nolint:errcheck // for the answer's sake
		r.server.Terminate()                            //nolint:errcheck // it is gone
	}
	os.RemoveAll(r.dir) //nolint:errcheck // in the system's directory for that
}

// Drop closes all connections.
func (r *Robot) Drop() { r.relay.drop() }

// DropAfter closes all connections when so many more bytes have gone through them,
// either way.
func (r *Robot) DropAfter(bytes int) { r.relay.dropAfter(int64(bytes)) }

// Away lets nobody connect, and drops who is, until it is called with false.
func (r *Robot) Away(yes bool) { r.relay.away(yes) }

// Stall holds everything that is on the way, either way, until it is called with false:
// connections stay, and new ones can be made.
func (r *Robot) Stall(yes bool) { r.relay.stall(yes) }

// Set makes something go wrong with a method, such as "ALMotion.setAngles"; the zero
// Fault mends it.
func (r *Robot) Set(method string, f Fault) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults[method] = f
}

// Calls counts the calls of a method.
func (r *Robot) Calls(method string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.calls[method]
}

// LED returns how an LED was set last, by NAOqi's name.
func (r *Robot) LED(name string) LED {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.leds[name]
}

// Spoken lists what was spoken to the end.
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

// after waits for a time of the wall, and tells whether it was not stopped meanwhile.
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
