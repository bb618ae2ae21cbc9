package declared_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/declared"
)

// swing is a room's configuration.
type swing struct {
	Period float64       `yaml:"period" unit:"s" min:"0.2" max:"1" desc:"of a step"`
	Wait   time.Duration `yaml:"wait_sec" min:"0.012" max:"10" desc:"before it"`
	Steps  []int         `yaml:"steps" min:"1" max:"4"`
	Kind   kind          `yaml:"kind" enum:"short|long"`
	Left   leg           `yaml:",inline" prefix:"left_"`
	Right  leg           `yaml:"right"`
	Seed   uint64        `yaml:"-"`
	Share  float64       `yaml:"-" max:"1"`
	Turn   float64       `yaml:"turn_deg" unit:"deg" in:"rad" min:"0" max:"0.7"`
}

type leg struct {
	Lift, Height float64 `min:"0" max:"2"`
}

func (l *leg) Validate() error {
	if l.Lift > l.Height {
		return errors.New("lift: expected at most height")
	}
	return nil
}

type kind string

func (k kind) Validate() error {
	if k == "long" {
		return errors.New("too long")
	}
	return nil
}

func valid() swing {
	return swing{Period: 0.5, Wait: 12 * time.Millisecond, Steps: []int{1, 4}, Kind: "short", Turn: 0.7 * math.Pi / 180}
}

func TestTheErrorNamesTheFieldAndWhatItsTagsExpect(t *testing.T) {
	good := valid()
	require.NoError(t, declared.Check(&good))
	for want, spoil := range map[string]func(*swing){
		"period: NaN: expected 0.2 to 1 s":                                  func(s *swing) { s.Period = math.NaN() },
		"period: 1.1: expected 0.2 to 1 s":                                  func(s *swing) { s.Period = 1.1 },
		"wait_sec: 0.011: expected 0.012 to 10 s":                           func(s *swing) { s.Wait = 11 * time.Millisecond },
		"steps: element 1: 5: expected 1 to 4":                              func(s *swing) { s.Steps[1] = 5 },
		`kind: "shrot": expected "short" or "long" (did you mean "short"?)`: func(s *swing) { s.Kind = "shrot" },
		"kind: too long":                       func(s *swing) { s.Kind = "long" },
		"left_lift: 3.0: expected 0 to 2":      func(s *swing) { s.Left.Lift = 3 },
		"right.height: -1.0: expected 0 to 2":  func(s *swing) { s.Right.Height = -1 },
		"left_lift: expected at most height":   func(s *swing) { s.Left.Lift = 1 },
		"right.lift: expected at most height":  func(s *swing) { s.Right.Lift = 1 },
		"Share: 2.0: expected 1 or less":       func(s *swing) { s.Share = 2 },
		"turn_deg: 0.8: expected 0 to 0.7 deg": func(s *swing) { s.Turn = 0.8 * math.Pi / 180 },
	} {
		s := valid()
		spoil(&s)
		require.EqualError(t, declared.Check(&s), want)
	}
}

func TestOnlySomeFieldsOfAGroupMayBeParameters(t *testing.T) {
	type some struct {
		Left leg `yaml:",inline" prefix:"left_" only:"height" readonly:"true" heading:"The left leg:"`
	}
	fields, err := declared.Fields(&some{})
	require.NoError(t, err)
	require.Len(t, fields, 1)
	require.Equal(t, "left_height", fields[0].Name)
	require.True(t, fields[0].ReadOnly)
	require.Equal(t, "The left leg:", fields[0].Heading)
	_, err = declared.Fields(struct {
		Left leg `yaml:",inline" only:"width"`
	}{})
	require.ErrorContains(t, err, `only:"width": no such field`)
}

func BenchmarkCheck(b *testing.B) {
	s := valid()
	b.ReportAllocs()
	for b.Loop() {
		if err := declared.Check(&s); err != nil {
			b.Fatal(err)
		}
	}
}
