package slot

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
)

const wave = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment -->
<motion name="wave" tolerance_deg="5" timeout="1.5">
  <slot duration="0.45" wait="0.1">
    <joint name="RShoulderPitch" angle_deg="-60"/>
    <joint name="RHand" open="1"/>
  </slot>
  <slot duration="0.6">
    <joint name="RShoulderPitch" angle_deg="0"></joint>
    <joint name="LHand" open="0.5"/>
  </slot>
</motion>
`

func TestReadsAMotion(t *testing.T) {
	m := parse(t, wave)
	require.Equal(t, "wave", m.Name)
	require.InDelta(t, 0.0873, m.Tolerance, 1e-4)
	require.Equal(t, 1500*time.Millisecond, m.Timeout)
	require.Equal(t, []nao.Joint{nao.RShoulderPitch, nao.LHand, nao.RHand}, m.Joints)
	require.Len(t, m.Slots, 2)
	require.Equal(t, 450*time.Millisecond, m.Slots[0].Duration)
	require.Equal(t, 100*time.Millisecond, m.Slots[0].Wait)
	require.InDelta(t, -1.0472, m.Slots[0].Targets[0].Angle, 1e-4)
	require.Equal(t, Target{Joint: nao.RHand, Angle: 1}, m.Slots[0].Targets[1])
}

func TestNamesFileLineAndWhatWasExpected(t *testing.T) {
	for _, row := range []struct{ name, old, new, want string }{
		{"unknown joint", `"RHand"`, `"RHnd"`, `test.xml:6: joint "RHnd": no such joint (did you mean RHand?)`},
		{"no joint name", `name="RHand" `, ``, `test.xml:6: joint "": no such joint`},
		{"outside of the limits", `"-60"`, `"-160"`, `test.xml:5: joint RShoulderPitch: angle_deg -160: expected -119.5° to 119.5°`},
		{"hand too far open", `open="1"`, `open="2"`, `test.xml:6: joint RHand: open 2: expected 0.0 to 1.0`},
		{"hand by angle", `open="1"`, `angle_deg="1"`, `test.xml:6: joint RHand: expected only name, open`},
		{"joint without an angle", ` angle_deg="-60"`, ``, `test.xml:5: joint RShoulderPitch: expected only name, angle_deg`},
		{"not a number", `"-60"`, `"much"`, `test.xml:5: angle_deg "much": expected a number`},
		{"NaN", `"-60"`, `"NaN"`, `test.xml:5: angle_deg "NaN": expected a number`},
		{"zero duration", `"0.45"`, `"0"`, `test.xml:4: duration "0": expected a number from 0.012`},
		{"negative duration", `"0.45"`, `"-1"`, `test.xml:4: duration "-1": expected a number from 0.012`},
		{"no duration", ` duration="0.6"`, ``, `test.xml:8: <slot> has no duration`},
		{"bad wait", `wait="0.1"`, `wait="x"`, `test.xml:4: wait "x": expected a number from 0`},
		{"bad tolerance", `tolerance_deg="5"`, `tolerance_deg="0"`, `test.xml:3: tolerance_deg "0": expected a number from 0.1 to 90`},
		{"too fast", `"0.6"`, `"0.1"`, `test.xml:9: joint RShoulderPitch: from -60.0° to 0.0° in 0.1 s it would turn with up to 942°/s: expected at most 474°/s`},
		{"a joint twice", `name="LHand" open="0.5"`, `name="RShoulderPitch" angle_deg="1"`, `test.xml:10: joint RShoulderPitch is in the slot twice`},
		{"unknown attribute", `wait=`, `pause=`, `test.xml:4: <slot> attribute "pause": expected one of ["duration" "wait" "tolerance_deg" "timeout" "trajectory" "wait_reached" "stiffness" "support"]`},
		{"too stiff", `open="1"`, `open="1" stiffness="1.1"`, `test.xml:6: stiffness "1.1": expected a number from 0 to 1`},
		{"a way there is not", `wait=`, `trajectory="cubic" wait=`, `test.xml:4: trajectory "cubic": expected sine or linear`},
		{"lying, neither true nor false", `tolerance_deg="5"`, `lying="perhaps" tolerance_deg="5"`, `test.xml:3: lying "perhaps": expected false or true`},
		{"neither true nor false", `wait=`, `wait_reached="no" wait=`, `test.xml:4: wait_reached "no": expected false or true`},
		{"a name with @", `"wave"`, `"wave@mirrored"`, `test.xml:3: motion name "wave@mirrored": expected no @`},
		{"unknown element", `<joint name="RHand" open="1"/>`, `<hand/>`, `test.xml:6: <hand> in <slot>: expected <joint>`},
		{"no name", ` name="wave"`, ``, `test.xml:3: <motion> has no name`},
		{"text", `<!-- a comment -->`, `<!-- --> hello`, `text "hello`},
		{"not closed", `</motion>`, ``, `test.xml:13: unexpected EOF`},
		{"wrongly closed", `</slot>`, `</slat>`, `test.xml:7: element <slot> closed by </slat>`},
		{"something after", "</motion>", "</motion>\n<motion/>", `test.xml:13: expected nothing after </motion>`},
		{"something else", `motion`, `dance`, `test.xml:3: expected <motion>`},
	} {
		t.Run(row.name, func(t *testing.T) {
			n := 1
			if row.old == "motion" {
				n = -1
			}
			text := strings.Replace(wave, row.old, row.new, n)
			require.NotEqual(t, wave, text)
			_, err := Parse("test.xml", []byte(text))
			require.ErrorContains(t, err, row.want)
		})
	}
	for text, want := range map[string]string{
		"":                   "test.xml:1: expected <motion>",
		"<motion name='m'/>": `test.xml:1: motion "m" has no <slot>`,
		"<motion name='m'>\n<slot duration='1'/></motion>": "test.xml:2: <slot> has no <joint>",
	} {
		_, err := Parse("test.xml", []byte(text))
		require.ErrorContains(t, err, want)
	}
}

func TestASlotAndAJointMaySayOtherThanTheirMotion(t *testing.T) {
	m := parse(t, `<motion name="m" stiffness="0.7" trajectory="linear" tolerance_deg="9" wait_reached="false">
		<slot duration="1"><joint name="HeadYaw" angle_deg="5"/><joint name="HeadPitch" angle_deg="5" stiffness="0.2"/></slot>
		<slot duration="1" stiffness="0.5" trajectory="sine" tolerance_deg="2" timeout="2" wait_reached="true">
			<joint name="HeadYaw" stiffness="0"/></slot></motion>`)
	a, b := m.Slots[0], m.Slots[1]
	require.InDelta(t, 0.7, a.Targets[0].Stiffness(), 1e-12)
	require.InDelta(t, 0.2, a.Targets[1].Stiffness(), 1e-12)
	require.True(t, b.Targets[0].Limp())
	require.True(t, a.Linear && a.NoWait)
	require.False(t, b.Linear || b.NoWait)
	require.InDelta(t, 9*math.Pi/180, a.Tolerance, 1e-12)
	require.InDelta(t, 2*math.Pi/180, b.Tolerance, 1e-12)
	require.Equal(t, 600*time.Millisecond, a.Timeout)
	require.Equal(t, 2*time.Second, b.Timeout)
	require.Equal(t, 2*time.Second, m.Length())
}

// On straight ways a joint needs no more than its mean speed.
func TestAStraightWayMayBeShorter(t *testing.T) {
	text := `<motion name="m" trajectory="sine"><slot duration="1"><joint name="HeadYaw" angle_deg="0"/></slot>
		<slot duration="0.2"><joint name="HeadYaw" angle_deg="80"/></slot></motion>`
	_, err := Parse("m.xml", []byte(text))
	require.ErrorContains(t, err, "at most 474°/s")
	parse(t, strings.Replace(text, "sine", "linear", 1))
}

func TestTwoMotionsOfOneNameAreAnError(t *testing.T) {
	files := fstest.MapFS{"a.xml": {Data: []byte(wave)}, "b.xml": {Data: []byte(wave)}, "note.txt": {}}
	_, err := Load(files, "dir")
	require.EqualError(t, err, `load motions: dir/b.xml: motion "wave" is already in dir/a.xml`)
	delete(files, "b.xml")
	library, err := Load(files, "dir")
	require.NoError(t, err)
	require.Equal(t, []string{"wave"}, library.Names())
}

// check holds what a parsed motion promises.
func check(data []byte) {
	m, err := Parse("x.xml", data)
	if err != nil {
		if !strings.HasPrefix(err.Error(), "x.xml:") {
			panic(err)
		}
		return
	}
	if m.Name == "" || len(m.Slots) == 0 || len(m.Joints) == 0 {
		panic("incomplete motion")
	}
	for _, s := range m.Slots {
		for _, t := range s.Targets {
			if s.Duration < cycle || t.Angle != t.Joint.Clamp(t.Angle) {
				panic("motion out of bounds")
			}
		}
	}
}

func TestParseSurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const letters = "<>/=\"'-.0123456789eNaIn slotjoinwamd&;\n\x00\xff"
	for range fuzzn.N(t) {
		data := []byte(wave)
		for range 1 + rng.IntN(8) {
			i := rng.IntN(len(data))
			switch rng.IntN(3) {
			case 0:
				data[i] = letters[rng.IntN(len(letters))]
			case 1:
				j := min(i+rng.IntN(40), len(data)-1)
				data = append(data[:i], data[j:]...)
			case 2:
				data = append(data, data[i:min(i+60, len(data))]...)
			}
		}
		check(data)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(wave))
	f.Fuzz(func(_ *testing.T, data []byte) { check(data) })
}

func TestAllErrorsOfAFileAreFound(t *testing.T) {
	_, err := Parse("bad.xml", []byte(`<motion name="bad" trajectory="round" colour="red">
  <slot duration="0"><joint name="HeadYaw" angle_deg="0"/></slot>
  <turn/>
  <slot duration="0.2">
    <joint name="HeadYow" angle_deg="1"/>
    <joint name="HeadYaw" angle_deg="110"/><joint name="HeadPitch" angle_deg="900"/>
    <joint name="LElbowYaw" angle_deg="0"><deep/></joint>
  </slot>
  <slot duration="0.2"></slot>
</motion>`))
	var places []string
	for line := range strings.Lines(err.Error()) {
		place, _, _ := strings.Cut(strings.TrimPrefix(line, "bad.xml:"), ": ")
		places = append(places, place)
	}
	require.Equal(t, []string{"1", "1", "2", "3", "5", "6", "6", "7", "9"}, places, err)
	require.ErrorContains(t, err, `bad.xml:3: <turn> in <motion>: expected <slot>`)
	require.ErrorContains(t, err, `bad.xml:7: <deep>: expected nothing in <joint>`)
}

func TestAFileOfErrorsSaysHowManyThereAre(t *testing.T) {
	_, err := Parse("bad.xml", []byte(`<motion name="bad">`+strings.Repeat(`<turn/>`, 50)+`</motion>`))
	require.ErrorContains(t, err, "bad.xml: 31 more errors") // and no slot
}
