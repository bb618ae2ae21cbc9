package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"gonao/sim"
	"gonao/soccer/match"
	"gonao/soccer/match/bundle"
	"gonao/soccer/team"
)

// A Spec holds what all matches of a run share. Two runs with the same Spec are the same run.
type Spec struct {
	A, B    string // hashes of the teams' bundles
	NameA   string
	NameB   string
	World   string // hash of the world's bundle
	Kind    string // of the world: match.Kinematic or match.Physics
	Body    string // profile of the bodies in physics
	Players int    // per team; 0: as in the book
	Half    time.Duration
	// Knockout: a draw is followed by extra time where the book has it, and by a penalty shoot-out.
	Knockout bool    `json:",omitempty"`
	Loss     float64 // share of the team messages that is lost
	Build    string  // build of the program; see [Identity]
	Class    string  // class of the machine
}

// run returns the name of a run.
func (s *Spec) run() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // numbers and strings
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// version returns a team's name with the first digits of its hash.
func version(name, hash string) string { return name + "@" + bundle.Short(hash) }

// A Job is one match of a run.
type Job struct {
	Run  string
	Spec Spec
	Seed uint64
	Swap bool // B is red, or where a team plays itself, blue has kick-off first
	// Again marks the second play of a match, whose digest is compared with that of the first. Not is the worker of the
	// first play, if there are others.
	Again bool
	Not   string

	TaskKey string          `json:",omitempty"` // for work that is not a match: the rest of its key
	Task    json.RawMessage `json:",omitempty"` // the work; see [Tasks]
}

// key returns the name of the job's record.
func (j *Job) key() string {
	if j.Task != nil {
		return j.Run + "." + j.TaskKey
	}
	side := "a"
	if j.Swap {
		side = "b"
	}
	if j.Again {
		side += ".again"
	}
	return fmt.Sprintf("%s.%d.%s", j.Run, j.Seed, side)
}

// check returns an error if the job names its bundles by anything but hashes.
func (j *Job) check() error {
	for _, h := range []struct{ key, hash string }{{"A", j.Spec.A}, {"B", j.Spec.B}, {"World", j.Spec.World}} {
		if !bundle.IsHash(h.hash) {
			return fmt.Errorf("job: Spec.%s: %q: expected 64 hexadecimal digits", h.key, bundle.Short(h.hash))
		}
	}
	return nil
}

// config returns the match of a job that is played with three bundles.
func (j *Job) config(a, b, world bundle.Bundle) (match.Config, error) {
	s := &j.Spec
	c := match.Config{
		Red: s.NameA, Blue: s.NameB, Preset: bundle.PresetFile, Sight: bundle.SightFile, Seed: j.Seed, Players: s.Players, Half: s.Half, Knockout: s.Knockout,
		WorldKind: s.Kind, Body: sim.Profile(s.Body), Parts: &match.Parts{},
		Link: &team.Link{Loss: s.Loss, MinDelay: 20 * time.Millisecond, MaxDelay: 150 * time.Millisecond},
	}
	var err error
	if c.Parts.Red, err = a.Squad(); err != nil {
		return c, err
	}
	if c.Parts.Blue, err = b.Squad(); err != nil {
		return c, err
	}
	if c.Parts.World, err = world.World(); err != nil {
		return c, err
	}
	switch {
	case j.Swap && s.A == s.B:
		c.Swap = true
	case j.Swap:
		c.Red, c.Blue = c.Blue, c.Red
		c.Parts.Red, c.Parts.Blue = c.Parts.Blue, c.Parts.Red
	}
	return c, nil
}

// A Record is the result of a job.
type Record struct {
	Job    Job
	Worker string // worker that played it
	Log    string // name of the report's object
	Error  string // why there is no result; "" if there is one
	Result match.Result
	Answer json.RawMessage `json:",omitempty"` // of a task
}

// red returns the versions of the red and of the blue team.
func (r *Record) teams() (red, blue string) {
	s := &r.Job.Spec
	red, blue = version(s.NameA, s.A), version(s.NameB, s.B)
	if r.Job.Swap && s.A != s.B {
		red, blue = blue, red
	}
	return red, blue
}
