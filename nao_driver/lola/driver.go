package lola

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"gonao/nao"
	"gonao/nao/body"
	codec "gonao/nao/lola"
)

// Config holds where the robot is, and the numbers of the cycle.
type Config struct {
	Path string `yaml:"socket" readonly:"true" desc:"LoLA's Unix socket, where the robot and the simulator both listen; or tcp://HOST:PORT of a simulator"`
	// Simulated returns the time of a simulated world; ok is false if there is none. Silence is measured in this
	// time, so that a paused simulator does not lose its driver. Simulated may be nil.
	Simulated   func() (now time.Duration, ok bool) `yaml:"-"`
	body.Config `yaml:",inline"`
}

// DefaultConfig is for the robot, and for a simulation in real time.
func DefaultConfig() Config {
	return Config{Path: codec.SocketPath, Config: body.DefaultConfig()}
}

// Validate checks the path.
func (c *Config) Validate() error {
	if _, _, err := codec.Address(c.Path); err != nil {
		return fmt.Errorf("socket: %w", err)
	}
	return nil
}

// Driver is the client of one robot. Run belongs to one goroutine; the other methods may be
// called from any.
type Driver struct {
	*body.Loop
	protocol *protocol
}

// New returns a driver that is ready to run. The clock is wall time, for timeouts and
// statistics.
func New(cfg Config, clock body.Clock, log *slog.Logger) *Driver {
	p := newProtocol(cfg.Path, log)
	p.silentFor.Store(int64(cfg.SilentFor))
	if cfg.Simulated != nil {
		p.simulated = cfg.Simulated
	}
	return &Driver{Loop: body.New(cfg.Config, p, clock, log), protocol: p}
}

// Tune replaces the configuration, except for the path, from the next cycle on.
func (d *Driver) Tune(cfg Config) {
	d.protocol.silentFor.Store(int64(cfg.SilentFor))
	d.Loop.Tune(cfg.Config)
}

// Stats returns the statistics so far.
func (d *Driver) Stats() body.Stats {
	stats := d.Loop.Stats()
	stats.Stream = body.Stream(d.protocol.reader.Stats()) // present numbers, because no frame may follow garbage
	return stats
}

// RobotConfig returns id and version of the body that was connected last, then of its head. They are empty before
// the first connection.
func (d *Driver) RobotConfig() [4]string {
	if config := d.protocol.robot.Load(); config != nil {
		return *config
	}
	return [4]string{}
}

// protocol is LoLA to one robot. Its fields outlive a connection.
type protocol struct {
	path     string
	log      *slog.Logger
	reader   *codec.Reader
	sensors  codec.Sensors
	commands codec.Commands
	frame    []byte

	simulated func() (time.Duration, bool)
	silentFor atomic.Int64 // ns

	checked string // body version that was checked last
	lacking bool   // missing fields have been logged
	robot   atomic.Pointer[[4]string]
}

func newProtocol(path string, log *slog.Logger) *protocol {
	return &protocol{
		path: path, log: log, simulated: func() (time.Duration, bool) { return 0, false },
		reader: codec.NewReader(nil),
		frame:  make([]byte, 0, codec.MaxFrameSize),
	}
}

// Open connects to the socket.
func (p *protocol) Open(ctx context.Context) (body.Connection, error) {
	var dialer net.Dialer // Go opens sockets close-on-exec, so no child process can keep LoLA's only connection
	conn, err := dial(ctx, &dialer, p.path)
	if err != nil {
		return nil, explain(err)
	}
	p.log.Info("connected to the robot", "socket", p.path)
	p.reader.Reset(conn)
	p.sensors.Seen = 0
	return &connection{protocol: p, conn: conn, waker: body.Waker{Conn: conn}}, nil
}

// LeftStiff reports whether the last command stiffened a joint. LoLA keeps the last command.
func (p *protocol) LeftStiff(sent *nao.Command) bool { return slices.Max(sent.Stiffness[:]) > 0 }

// dial connects to a Unix socket, or to a TCP address, which simulators may have.
func dial(ctx context.Context, dialer *net.Dialer, path string) (net.Conn, error) {
	network, address, err := codec.Address(path)
	if err != nil {
		return nil, err
	}
	return dialer.DialContext(ctx, network, address)
}
