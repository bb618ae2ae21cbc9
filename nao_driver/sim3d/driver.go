package sim3d

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"gonao/internal/declared"
	"gonao/nao"
	"gonao/nao/body"
)

// Config holds the server, the robot's team and number, and the numbers of the cycle.
type Config struct {
	Address     string  `yaml:"address" readonly:"true" desc:"the server's host:port"`
	Team        string  `yaml:"team" readonly:"true" desc:"name of the team"`
	Number      int     `yaml:"number" min:"0" max:"11" readonly:"true" desc:"number of the player; 0: the server chooses"`
	X           float64 `yaml:"x_m" unit:"m" min:"-20" max:"20" readonly:"true" desc:"place before a kick-off, towards the opponents' goal"`
	Y           float64 `yaml:"y_m" unit:"m" min:"-15" max:"15" readonly:"true" desc:"place before a kick-off, to the left"`
	YawDeg      float64 `yaml:"yaw_deg" unit:"°" min:"-180" max:"180" readonly:"true" desc:"heading before a kick-off"`
	body.Config `yaml:"-"`
}

// DefaultConfig is for a server on this computer.
func DefaultConfig() Config {
	c := Config{Address: "127.0.0.1:3100", Team: "gonao", Number: 1, X: -0.5, Config: body.DefaultConfig()}
	c.AnswerWithin = 15 * time.Millisecond // a cycle takes 20 ms
	c.Safety.EmptyCharge = 0               // the robot has no battery
	return c
}

// Check returns an error that names what is wrong.
func (c *Config) Check() error {
	if _, _, err := net.SplitHostPort(c.Address); err != nil {
		return fmt.Errorf("address %q: expected host:port, such as 127.0.0.1:3100", c.Address)
	}
	if c.Team == "" || strings.ContainsAny(c.Team, " ()\t\n\"") {
		return fmt.Errorf("team %q: expected a name without blanks and brackets", c.Team)
	}
	return declared.Check(c)
}

// Driver is one player on the server. Run belongs to one goroutine; the other methods may be called from any.
type Driver struct {
	*body.Loop
	protocol *protocol
}

// Listener receives what a message contains besides the state. Run's goroutine calls its functions, which may be
// nil. They must not block, and See must not keep its argument.
type Listener struct {
	See  func(*Found)
	Game func(Game)
	Hear func(Heard)
}

// New returns a driver that is ready to run. The clock is wall time.
func New(cfg Config, clock body.Clock, log *slog.Logger, to Listener) *Driver {
	cfg.Safety.EmptyCharge = 0
	p := &protocol{cfg: cfg, log: log, to: to}
	return &Driver{Loop: body.New(cfg.Config, p, clock, log), protocol: p}
}

// Tune replaces the numbers of the cycle from the next cycle on.
func (d *Driver) Tune(cfg Config) {
	cfg.Safety.EmptyCharge = 0
	d.Loop.Tune(cfg.Config)
}

// RobotConfig returns id and version of the body, then of the head. The id consists of team and number on the
// server.
func (d *Driver) RobotConfig() [4]string {
	id := d.protocol.cfg.Team + "/" + strconv.Itoa(d.protocol.cfg.Number)
	return [4]string{id, "sim3d", id, "sim3d"}
}

// protocol is the server's protocol for one robot.
type protocol struct {
	cfg Config
	log *slog.Logger
	to  Listener
	say atomic.Pointer[string] // text to say; nil if there is none
}

// LeftStiff returns false, since the server removes a robot whose connection ends.
func (p *protocol) LeftStiff(*nao.Command) bool { return false }

// model is the file of the NAO on the server.
const model = "rsg/agent/nao/nao.rsg"

// Open connects, chooses the model and joins the team.
func (p *protocol) Open(ctx context.Context) (body.Connection, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", p.cfg.Address)
	if err != nil {
		return nil, fmt.Errorf("the server of the 3-D simulation at %s: %w (rcssserver3d listens at port 3100)", p.cfg.Address, err)
	}
	c := &connection{protocol: p, conn: conn, waker: body.Waker{Conn: conn}, senses: senses{team: p.cfg.Team}}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := c.join(); err != nil {
		conn.Close()
		return nil, fmt.Errorf("join the game at %s: %w", p.cfg.Address, err)
	}
	p.log.Info("joined the game", "server", p.cfg.Address, "team", p.cfg.Team, "number", p.cfg.Number)
	return c, nil
}

// connection is one connection to the server.
type connection struct {
	*protocol
	conn   net.Conn
	waker  body.Waker // interrupts reads of conn
	frames frames
	senses senses
	found  Found
	text   []byte
	out    []byte
	beamed bool
}

// join sends the model, waits for the answer, and sends team and number. The server answers only the first message.
func (c *connection) join() error {
	if err := c.write("(scene " + model + ")(syn)"); err != nil {
		return err
	}
	if _, err := c.frames.next(c.conn); err != nil {
		return err
	}
	return c.write(fmt.Sprintf("(init (unum %d)(teamname %s))(syn)", c.cfg.Number, c.cfg.Team))
}

// write sends a message.
func (c *connection) write(text string) error {
	c.out = appendFrame(c.out[:0], text)
	_, err := c.conn.Write(c.out)
	return err
}

// Sense reads the next message.
func (c *connection) Sense(ctx context.Context, by time.Time, state *nao.State) (body.Sensed, error) {
	c.waker.AtEndOf(ctx)
	if err := c.conn.SetReadDeadline(by); err != nil {
		return body.NoState, c.lost(err)
	}
	if ctx.Err() != nil { // if ctx ends later, it wakes the read
		return body.NoState, nil
	}
	text, err := c.frames.next(c.conn)
	if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil {
		return body.NoState, nil // the read was woken
	}
	if err != nil {
		return body.NoState, c.lost(err)
	}
	if !c.senses.read(text, state) {
		// Without a usable state nothing is commanded, but the server may wait for an answer.
		if err := c.write("(syn)"); err != nil {
			return body.UnusableState, c.lost(err)
		}
		return body.UnusableState, nil
	}
	state.Cycle++
	for j := range state.Stiffness {
		state.Stiffness[j] = 1 // its motors are always stiff
	}
	if c.senses.seen && c.to.See != nil {
		c.senses.sight.ground(state, &c.found)
		c.to.See(&c.found)
	}
	if c.senses.played && c.to.Game != nil {
		c.to.Game(c.senses.game)
	}
	if c.to.Hear != nil {
		for _, h := range c.senses.heard {
			c.to.Hear(h)
		}
	}
	return body.NewState, nil
}

// Send sends the joint speeds that lead to the command's targets.
func (c *connection) Send(_ context.Context, r *body.Reply) error {
	c.text = c.senses.motors.drive(c.text[:0], &r.Command)
	if !c.beamed {
		c.beamed = true
		c.text = fmt.Appendf(c.text, "(beam %.2f %.2f %.1f)", c.cfg.X, c.cfg.Y, c.cfg.YawDeg)
	}
	if text := c.say.Swap(nil); text != nil {
		c.text = fmt.Appendf(c.text, "(say %s)", *text)
	}
	c.text = append(c.text, "(syn)"...)
	c.out = appendFrame(c.out[:0], c.text)
	if _, err := c.conn.Write(c.out); err != nil {
		return c.lost(err)
	}
	return nil
}

// Unmonitored reports whether the health monitor skips this cycle. It always does, because the sensors are ideal.
func (c *connection) Unmonitored() bool { return true }

// Close closes the connection.
func (c *connection) Close() {
	c.waker.Stop()
	c.conn.Close()
}

// lost returns the error for a lost connection.
func (c *connection) lost(err error) error {
	return fmt.Errorf("the server at %s: %w", c.cfg.Address, err)
}
