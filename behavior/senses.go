package behavior

import (
	"time"

	"gonao/behavior/play"
	"gonao/behavior/track"
	"gonao/hfsm"
	"gonao/nao"
	"gonao/robot/percepts"
)

// Senses holds what all machines of one robot read: its inputs, and the balls that are tracked through its images. They
// are computed once per image, independent of the number of machines. The holder of the robot's lock owns them, see
// [gonao/behavior/host.Options].
type Senses struct {
	Inputs
	cfg      Config
	image    time.Duration // stamp of the last image taken
	anyImage bool
	targets  map[string]*track.Target // by colour
	play     *play.Skills
	solo     *solo // nil: a team fills the view of the skills
	machines int   // number of machines that use them
}

// NewSenses returns the senses of a robot.
func NewSenses(cfg Config, in Inputs) *Senses {
	skills, a := newSolo()
	s := NewTeamSenses(cfg, in, skills)
	s.solo = a
	return s
}

// NewTeamSenses returns the senses of a robot in a team, which fills the view of its skills before each round of the
// machines, once per image. Times between two images use the second one.
func NewTeamSenses(cfg Config, in Inputs, skills *play.Skills) *Senses {
	s := &Senses{Inputs: in, cfg: cfg, targets: map[string]*track.Target{}, play: skills}
	for _, color := range cfg.Colors {
		s.targets[color] = &track.Target{}
	}
	return s
}

// Tune sets another configuration from now on. The colours stay.
func (s *Senses) Tune(cfg Config) {
	cfg.Colors = s.cfg.Colors
	s.cfg = cfg
}

// Forget drops the tracked balls, because the clock went back.
func (s *Senses) Forget() {
	for _, t := range s.targets {
		t.Forget()
	}
	s.anyImage = false
}

// readImage reads the balls of a new image.
func (s *Senses) readImage() {
	image, ok := s.Image()
	if !ok || s.anyImage && image.Stamp == s.image {
		return
	}
	s.image, s.anyImage = image.Stamp, true
	for _, color := range s.cfg.Colors {
		if blob := s.best(image, color); blob != nil {
			s.targets[color].Observe(image, blob, &s.cfg.Track)
		}
	}
}

// shows reports whether a ball is in the last image.
func (s *Senses) shows(t *track.Target) bool {
	seen, ok := t.Seen()
	return ok && seen == s.image
}

// best returns the largest blob of a colour that is good enough, or nil.
func (s *Senses) best(image *percepts.Image, color string) *percepts.Blob {
	var best *percepts.Blob
	for i := range image.Blobs {
		blob := &image.Blobs[i]
		if blob.Color != color || !(blob.Confidence >= s.cfg.MinConfidence) { // NaN is not enough
			continue
		}
		if best == nil || blob.AngularRadius > best.AngularRadius {
			best = blob
		}
	}
	return best
}

// headAngles returns the neck's angles, rad.
func (s *Senses) headAngles() (yaw, pitch float64) {
	if state, ok := s.Body(); ok {
		return state.Position[nao.HeadYaw], state.Position[nao.HeadPitch]
	}
	return 0, 0
}

// Sees reports whether a machine reads balls of a colour, and whether it reads the world model: images for others need
// not wake it.
func Sees(model *hfsm.Model) (colors, field bool) {
	reads := func(name string) bool {
		_, ok := model.Input(name)
		return ok
	}
	colors = model.Uses("track") || model.Uses("search") || reads("ball_age") || reads("ball_azimuth") || reads("ball_elevation")
	field = len(usedBeliefs(model)) > 0 || len(usedPlays(model)) > 0 || play.Uses(model.Uses)
	return colors, field
}
