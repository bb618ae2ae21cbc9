package naodriver

import (
	"context"
	"errors"
	"net"
	"os"
	"time"

	"gonao/nao/lola"
)

// Run drives the robot until ctx ends and the robot has been let down, which
// takes at most Config.EndWithin. A robot that is not there, goes away or falls
// silent is waited for; that is no error, and Run returns nil. A body that LoLA does not
// belong to is an error, before anything moves.
func (d *Driver) Run(ctx context.Context, commander Commander) error {
	for ctx.Err() == nil {
		conn := d.connect(ctx)
		if conn == nil {
			break
		}
		err := d.serve(ctx, conn, commander)
		conn.Close()
		d.connected(false)
		if errors.Is(err, errBody) {
			return err
		}
		if d.ending {
			if !d.guard.Ended() {
				d.log.Warn("the robot was not let down to the end", "reason", err)
			}
			break
		}
		d.log.Warn("lost the robot, connecting again", "socket", d.cfg.Path, "reason", err)
		if d.clock.Sleep(ctx, d.cfg.RetryEvery) != nil {
			break
		}
	}
	return nil
}

// connect waits until the robot is there; nil when ctx ends first.
func (d *Driver) connect(ctx context.Context) net.Conn {
	var dialer net.Dialer // Go opens sockets close-on-exec: no child keeps LoLA's only place
	for said := ""; ; {
		conn, err := dial(ctx, &dialer, d.cfg.Path)
		if err == nil {
			d.log.Info("connected to the robot", "socket", d.cfg.Path)
			d.connected(true)
			return conn
		}
		if ctx.Err() != nil {
			return nil
		}
		if err.Error() != said { // once for each reason
			said = err.Error()
			d.log.Warn("waiting for the robot", "socket", d.cfg.Path, "reason", err, "hint", hint(err))
		}
		d.tune()
		if d.clock.Sleep(ctx, d.cfg.RetryEvery) != nil {
			return nil
		}
	}
}

// dial connects to a Unix socket, or to TCP's, as simulators have it too.
func dial(ctx context.Context, dialer *net.Dialer, where string) (net.Conn, error) {
	network, address, err := lola.Address(where)
	if err != nil {
		return nil, err
	}
	return dialer.DialContext(ctx, network, address)
}

// errLetDown ends the service of a robot that has been let down.
var errLetDown = errors.New("the robot has been let down")

// serve runs the cycle on one connection until that fails or the robot has been
// let down.
func (d *Driver) serve(ctx context.Context, conn net.Conn, commander Commander) error {
	d.reader.Reset(conn)
	d.guard.Restart()
	d.sensors.Seen = 0
	d.sonars.Restart()
	// Wakes a waiting read when ctx ends.
	woken := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		conn.SetReadDeadline(time.Unix(1, 0)) //nolint:errcheck // a closed one needs no waking
		close(woken)
	})
	defer stop()
	for {
		d.tune()
		if err := d.setDeadline(conn); err != nil {
			return err
		}
		// Asked after the deadline was set: if ctx ends from here on, the read wakes.
		if ctx.Err() != nil && !d.ending {
			if !stop() {
				<-woken // or its deadline would replace the next
			}
			d.beginEnd()
			continue
		}
		err := d.reader.Sensors(&d.sensors)
		if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil && !d.ending {
			continue // woken to begin the ending
		}
		if err != nil {
			return d.silence(err)
		}
		if err := d.judge(); err != nil {
			return err
		}
		if !d.sensors.Seen.Has(lola.Needed) {
			continue // nothing moves on what is not there
		}
		if d.reader.Pending() {
			d.skipped() // we were late, and newer news is here
			continue
		}
		d.cycle(commander)
		if _, err := conn.Write(d.frame); err != nil {
			return err
		}
		if d.guard.Ended() {
			return errLetDown
		}
	}
}
