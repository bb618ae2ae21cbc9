package track

import (
	"time"

	"gonao/nao"
)

// Search looks for a ball that is lost: first where it was last, then from side
// to side around that place, each way wider and at another height, at last over
// all the neck can reach. The zero value is ready.
type Search struct {
	running    bool
	at         time.Duration
	glance     time.Duration // end of the first look
	yaw, pitch float64       // rad
	middle     float64       // yaw around which it sweeps, rad
	reach      float64       // to both sides of the middle, rad
	side       float64       // +1: turning left
	row        int
}

const (
	glanceTime  = 350 * time.Millisecond // to turn there, and for an image to arrive
	firstReach  = 0.5                    // rad, about half of the camera's opening
	reachGrowth = 2
)

// searchRows are the heights of the sweeps, as the neck's pitch in rad: with an
// opening of 42° they cover everything from the feet to above the head.
var searchRows = [...]float64{0, 0.35, 0, -0.35}

// Stop ends the search; the next Step begins a new one.
func (s *Search) Stop() { s.running = false }

// Step returns the command at a time; headYaw and headPitch are where the head is, rad.
func (s *Search) Step(now time.Duration, headYaw, headPitch float64, t *Target, cfg *Config) nao.HeadCommand {
	if !s.running || now < s.at {
		s.begin(now, headYaw, headPitch, t)
	}
	dt := min((now - s.at).Seconds(), 0.1)
	s.at = now
	c := nao.HeadCommand{Stamp: now}
	if now >= s.glance {
		s.sweep(dt, cfg)
		c.YawRate = s.side * cfg.SearchRateRad
	}
	c.Yaw, c.Pitch = nao.ClampHead(s.yaw, s.pitch)
	return c
}

func (s *Search) begin(now time.Duration, headYaw, headPitch float64, t *Target) {
	*s = Search{running: true, at: now, glance: now, yaw: headYaw, pitch: headPitch, reach: firstReach, side: 1}
	if t.seen {
		s.yaw, s.pitch = nao.ClampHead(t.aim(0))
		s.glance += glanceTime
		if t.az.rate < 0 {
			s.side = -1
		}
	}
	s.middle = s.yaw
}

// sweep moves the head on by dt s.
func (s *Search) sweep(dt float64, cfg *Config) {
	s.yaw += s.side * cfg.SearchRateRad * dt
	edge := min(s.middle+s.reach, cfg.SearchYawRad)
	if s.side < 0 {
		edge = max(s.middle-s.reach, -cfg.SearchYawRad)
	}
	if (s.yaw-edge)*s.side >= 0 {
		s.side = -s.side
		s.row = (s.row + 1) % len(searchRows)
		s.reach = min(s.reach*reachGrowth, 2*cfg.SearchYawRad)
	}
	step := cfg.SearchRateRad * dt
	s.pitch += min(max(searchRows[s.row]-s.pitch, -step), step)
}
