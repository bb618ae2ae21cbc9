package naodriver

import (
	"context"
	"errors"
	"net"
	"os"
	"slices"
	"time"

	"gonao/nao/lola"
)

// Run drives the robot until ctx ends and the robot has been let down, which
// takes at most Config.EndWithin. A robot that is not there, goes away or falls
// silent is waited for; that is no error, and Run returns nil. A body that LoLA does not
// belong to is an error, before anything moves.
func (d *Driver) Run(ctx context.Context, commander Commander) error {
	for {
		looking, stop := d.looking(ctx)
		conn := d.connect(looking)
		stop()
		if conn == nil {
			if !d.ending && d.leftStiff() {
				continue // there is the time of the ending to find it
			}
			if d.ending {
				d.log.Warn("the robot was not let down to the end: it is not to be reached")
			}
			return nil
		}
		err := d.serve(ctx, conn, commander)
		conn.Close()
		d.connected(false)
		switch {
		case errors.Is(err, errBody):
			return err
		case errors.Is(err, errLetDown):
			return nil
		}
		d.log.Warn("lost the robot, connecting again", "socket", d.cfg.Path, "reason", err)
		waiting, stop := d.looking(ctx)
		d.clock.Sleep(waiting, d.cfg.RetryEvery) //nolint:errcheck // connecting looks at it
		stop()
	}
}

// looking gives the context in which to look for the robot: ctx and, when that has ended,
// what is left of the time in which a robot that we left stiff may still be let down.
func (d *Driver) looking(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil || !d.leftStiff() {
		return ctx, func() {}
	}
	if !d.ending {
		d.beginEnd()
	}
	return context.WithTimeout(context.WithoutCancel(ctx), d.endBy.Sub(d.clock.Now()))
}

// leftStiff tells that a robot that is gone may be stiff by our doing.
func (d *Driver) leftStiff() bool { return slices.Max(d.out.Stiffness[:]) > 0 }

// connect waits until the robot is there; nil when ctx ends first.
func (d *Driver) connect(ctx context.Context) net.Conn {
	var dialer net.Dialer // Go opens sockets close-on-exec: no child keeps LoLA's only place
	for said := ""; ; {
		conn, err := dial(ctx, &dialer, d.cfg.Path)
		if err == nil {
			d.log.Info("connected to the robot", "socket", d.cfg.Path)
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
	stop := func() bool { return true }
	if !d.ending {
		stop = context.AfterFunc(ctx, func() {
			conn.SetReadDeadline(time.Unix(1, 0)) //nolint:errcheck // a closed one needs no waking
			close(woken)
		})
	}
	defer stop()
	for met := false; ; {
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
		if !met { // a line over which nothing comes is no robot
			met = true
			d.connected(true)
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
