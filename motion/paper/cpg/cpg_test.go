package cpg_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/internal/si"
	"gonao/motion/paper/cpg"
	"gonao/motion/paper/gait"
	"gonao/motion/paper/gait/gaittest"
	"gonao/nao"
)

const sway = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment -->
<cpg name="sway" start="0.5" stop="0.4">
  <joint name="LHipRoll">
    <sine amplitude_deg="6" period="0.6" phase_deg="90" offset_deg="2"/>
    <sine amplitude_deg="1" period="0.3"/>
  </joint>
  <joint name="HeadYaw">
    <sine amplitude_deg="10" period="1.2" offset_deg="5"></sine>
  </joint>
</cpg>
`

func parse(t *testing.T, text string) *cpg.Motion {
	t.Helper()
	m, err := cpg.Parse("test.xml", []byte(text))
	require.NoError(t, err)
	return m
}

func TestReadsSumsOfSines(t *testing.T) {
	m := parse(t, sway)
	require.Equal(t, "sway", m.Name)
	require.Equal(t, 500*time.Millisecond, m.Start)
	require.Equal(t, 400*time.Millisecond, m.Stop)
	require.Len(t, m.Joints, 2)
	require.Equal(t, nao.HeadYaw, m.Joints[0].Joint, "in LoLA's order")
	j := m.Joints[1]
	for sec := 0.0; sec < 2; sec += 0.1 {
		want := 2 + 6*math.Sin(2*math.Pi*sec/0.6+math.Pi/2) + math.Sin(2*math.Pi*sec/0.3)
		require.InDelta(t, want*si.Degree, j.At(sec, 1), 1e-9)
	}
	require.InDelta(t, 2*si.Degree, j.At(0.1, 0), 1e-9)
}

func TestNamesFileLineJointAndWhatWasExpected(t *testing.T) {
	for _, row := range []struct{ name, old, new, want string }{
		{"unknown joint", `"LHipRoll"`, `"LHipRol"`, `test.xml:4: joint "LHipRol": no such joint (did you mean LHipRoll?)`},
		{"a hand", `"HeadYaw"`, `"LHand"`, `test.xml:8: joint LHand: expected a joint that turns, not a hand`},
		{"no joint name", ` name="HeadYaw"`, ``, `test.xml:8: joint "": no such joint`},
		{"a joint twice", `"HeadYaw"`, `"LHipRoll"`, `test.xml:10: joint LHipRoll is there twice`},
		{"outside of the range", `offset_deg="5"`, `offset_deg="115"`, `test.xml:10: joint HeadYaw: could go from 105.0° to 125.0°: expected -119.5° to 119.5°`},
		{"too fast", `period="0.3"`, `period="0.02"`, `test.xml:7: joint LHipRoll: could turn with 377°/s: expected at most 238°/s`},
		{"no amplitude", `amplitude_deg="1" `, ``, `test.xml:6: joint LHipRoll: <sine> has no amplitude_deg`},
		{"no period", ` period="0.3"`, ``, `test.xml:6: joint LHipRoll: <sine> has no period`},
		{"zero period", `"0.3"`, `"0"`, `test.xml:6: period "0": expected a number from 0.012 to 600`},
		{"NaN", `"6"`, `"NaN"`, `test.xml:5: amplitude_deg "NaN": expected a number from -360 to 360`},
		{"not a number", `"90"`, `"much"`, `test.xml:5: phase_deg "much": expected a number`},
		{"unit", `amplitude_deg="6"`, `amplitude_rad="0.1"`, `test.xml:5: <sine> attribute "amplitude_rad": expected one of ["amplitude_deg" "period" "phase_deg" "offset_deg"]`},
		{"bad start", `start="0.5"`, `start="0"`, `test.xml:3: start "0": expected a number from 0.012`},
		{"no name", ` name="sway"`, ``, `test.xml:3: <cpg> has no name`},
		{"unknown element", `<sine amplitude_deg="1" period="0.3"/>`, `<cosine/>`, `test.xml:6: joint LHipRoll: <cosine>: expected <sine>`},
		{"no sine", `<sine amplitude_deg="10" period="1.2" offset_deg="5"></sine>`, ``, `test.xml:10: joint HeadYaw has no <sine>`},
		{"something in a sine", `></sine>`, `><sine/></sine>`, `joint HeadYaw: expected nothing in <sine>`},
		{"text", `<!-- a comment -->`, `<!-- --> hello`, `text "hello`},
		{"not closed", `</cpg>`, ``, `unexpected EOF`},
		{"something after", "</cpg>", "</cpg>\n<cpg/>", `expected nothing after </cpg>`},
		{"a slot motion", `cpg`, `motion`, `expected <cpg>`},
	} {
		t.Run(row.name, func(t *testing.T) {
			bad := strings.Replace(sway, row.old, row.new, 1)
			if row.old == "cpg" {
				bad = strings.ReplaceAll(sway, row.old, row.new)
			}
			require.NotEqual(t, sway, bad)
			_, err := cpg.Parse("test.xml", []byte(bad))
			require.ErrorContains(t, err, row.want)
		})
	}
	_, err := cpg.Parse("test.xml", []byte(`<cpg name="empty"></cpg>`))
	require.ErrorContains(t, err, `"empty" has no <joint>`)
}

func TestRandomFilesAreReadOrRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var data []byte
	for range fuzzn.N(t) {
		data = fuzzn.Mutate(rng, data, []byte(sway))
		m, err := cpg.Parse("x.xml", data)
		if err != nil {
			require.Contains(t, err.Error(), "x.xml")
			continue
		}
		for _, j := range m.Joints {
			for range 5 {
				angle := j.At(100*rng.Float64(), rng.Float64())
				require.InDelta(t, angle, j.Joint.Clamp(angle), 2e-3)
			}
		}
	}
}

func TestAWrittenBehaviourIsReadAgain(t *testing.T) {
	m := parse(t, sway)
	again, err := cpg.Parse("test.xml", m.XML("by a test"))
	require.NoError(t, err)
	require.Equal(t, m.Start, again.Start)
	for i := range m.Joints {
		for sec := 0.0; sec < 3; sec += 0.1 {
			require.InDelta(t, m.Joints[i].At(sec, 1), again.Joints[i].At(sec, 1), 1e-5)
		}
	}
}

func TestTheMirrorImageOfAMirrorImageIsTheBehaviour(t *testing.T) {
	m := parse(t, sway)
	mirror := m.Mirror()
	require.Equal(t, "sway@mirrored", mirror.Name)
	require.Equal(t, nao.RHipRoll, mirror.Joints[1].Joint)
	for sec := 0.0; sec < 2; sec += 0.1 {
		require.InDelta(t, -m.Joints[1].At(sec, 1), mirror.Joints[1].At(sec, 1), 1e-12)
		require.InDelta(t, -m.Joints[0].At(sec, 1), mirror.Joints[0].At(sec, 1), 1e-12)
	}
	require.Equal(t, m, mirror.Mirror())
}

func TestAnAdaptedBehaviourIsSmallerAndSlower(t *testing.T) {
	m := parse(t, sway)
	a, err := m.Adapted(0.5, 1.67)
	require.NoError(t, err)
	j, k := m.Joints[1], a.Joints[1]
	for sec := 0.0; sec < 2; sec += 0.1 {
		middle := j.At(0, 0)
		require.InDelta(t, 0.5*(j.At(sec, 1)-middle), k.At(1.67*sec, 1)-middle, 1e-9)
	}
	_, err = m.Adapted(100, 1)
	require.ErrorContains(t, err, "sway: joint HeadYaw: could go from")
}

func TestBehavioursOfAFolderAreFoundByName(t *testing.T) {
	other := strings.Replace(sway, `"sway"`, `"other"`, 1)
	library, err := cpg.Load(fstest.MapFS{"a.xml": {Data: []byte(sway)}, "b.xml": {Data: []byte(other)}, "c.txt": {}}, "dir")
	require.NoError(t, err)
	require.Equal(t, []string{"other", "sway"}, library.Names())
	m, ok := library.Find("other@mirrored")
	require.True(t, ok)
	require.Equal(t, "other@mirrored", m.Name)
	_, ok = library.Find("nothing")
	require.False(t, ok)
	_, err = cpg.Load(fstest.MapFS{"a.xml": {Data: []byte(sway)}, "b.xml": {Data: []byte(sway)}}, "dir")
	require.EqualError(t, err, `load cpg behaviours: dir/b.xml: "sway" is already in dir/a.xml`)
}

func TestTheBuiltInBehavioursKeepTheRules(t *testing.T) {
	library, err := cpg.Builtin()
	require.NoError(t, err)
	require.NotEmpty(t, library)
	for name, m := range library {
		t.Run(name, func(t *testing.T) {
			gaittest.RefusesNonsense(t, cpg.NewPlayer(m))
			gaittest.AllocatesNothing(t, cpg.NewPlayer(m))
			for _, m := range []*cpg.Motion{m, m.Mirror()} {
				named := func(j nao.Joint) bool {
					return slices.ContainsFunc(m.Joints, func(k cpg.Joint) bool { return k.Joint == j })
				}
				gaittest.KeepsTheRules(t, cpg.NewPlayer(m), named)
			}
		})
	}
}

func TestAPlayerStartsFromAnywhereAndFadesToItsOffsets(t *testing.T) {
	m := parse(t, sway)
	p := cpg.NewPlayer(m)
	from := nao.StandPosture()
	from[nao.LHipRoll] = 0.3
	state, out := gaittest.Begin(p, from)
	last := out.Position
	see := func() {
		require.InDelta(t, last[nao.LHipRoll], out.Position[nao.LHipRoll], 0.03)
		require.InDelta(t, from[nao.LKneePitch], out.Position[nao.LKneePitch], 0, "it moves what it names")
		last = out.Position
	}
	gaittest.Run(p, &state, &out, 2*time.Second, see)
	require.Equal(t, gait.Walking, p.Phase())
	high := 0.0
	gaittest.Run(p, &state, &out, 2*time.Second, func() { see(); high = max(high, out.Position[nao.HeadYaw]) })
	require.InDelta(t, 15*math.Pi/180, high, 1e-3)
	require.NoError(t, p.SetVelocity(gait.Velocity{}))
	gaittest.Run(p, &state, &out, time.Second, see)
	require.Equal(t, gait.Standing, p.Phase())
	require.InDelta(t, 5*math.Pi/180, out.Position[nao.HeadYaw], 1e-9)
}

func TestAllThatIsWrongIsFound(t *testing.T) {
	const bad = `<cpg start="soon" stop="0" colour="red">
  <joint name="LElbw"><sine amplitude_deg="x" period="0.3"/></joint>
  <joint name="LHipRoll">
    <sine period="0.5" phase="1"/>
    <cosine><deep/></cosine>
    hello
  </joint>
  <joint name="HeadYaw"><sine amplitude_deg="300" period="0.1"/></joint>
  <slot/>
  <joint name="HeadYaw"><sine amplitude_deg="1" period="1"/></joint>
  <joint name="HeadPitch"/>
</cpg>`
	m, wrong := cpg.Check("bad.xml", []byte(bad))
	require.NotNil(t, m)
	want := []string{
		`bad.xml:1: <cpg> attribute "colour"`, `bad.xml:1: <cpg> has no name`, `bad.xml:1: start "soon"`, `bad.xml:1: stop "0"`,
		`bad.xml:2: joint "LElbw": no such joint (did you mean LElbow`, `bad.xml:2: amplitude_deg "x"`,
		`bad.xml:4: <sine> attribute "phase"`, `bad.xml:4: joint LHipRoll: <sine> has no amplitude_deg`,
		`bad.xml:5: joint LHipRoll: <cosine>: expected <sine>`, `text "hello`,
		`bad.xml:8: joint HeadYaw: could go from -300.0° to 300.0°`, `bad.xml:8: joint HeadYaw: could turn with`,
		`bad.xml:9: <slot> in <cpg>: expected <joint>`, `bad.xml:10: joint HeadYaw is there twice`, `bad.xml:11: joint HeadPitch has no <sine>`,
	}
	require.Len(t, wrong, len(want), "%v", wrong)
	for i, w := range wrong {
		require.ErrorContains(t, w, want[i])
	}
	_, err := cpg.Parse("bad.xml", []byte(bad))
	for _, w := range want {
		require.ErrorContains(t, err, w)
	}
}

func TestABehaviourAsPointsKeepsTheJointsLimits(t *testing.T) {
	library, err := cpg.Builtin()
	require.NoError(t, err)
	for name, m := range library {
		samples := m.Samples(3)
		require.Greater(t, samples[len(samples)-1].At.Seconds(), 3+m.Start.Seconds()+m.Stop.Seconds(), name)
		for i, s := range samples {
			require.Len(t, s.Positions, len(m.Joints))
			for k, j := range m.Joints {
				require.InDelta(t, s.Positions[k], j.Joint.Clamp(s.Positions[k]), 0)
				if i > 0 {
					dt := (s.At - samples[i-1].At).Seconds()
					require.LessOrEqual(t, math.Abs(s.Positions[k]-samples[i-1].Positions[k])/dt, 1.05*j.Joint.MaxSpeed(), "%s: %s at %v", name, j.Joint, s.At)
				}
			}
		}
	}
}
