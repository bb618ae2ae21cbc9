package slot

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
)

// nod is a file as people write them: a heading, remarks, one posture switched off.
const nod = `  HY    HP    LSP   LSR   LEY   LER   LWY   LHYP  LHR   LHP   LKP   LAP   LAR   RHR   RHP   RKP   RAP   RAR   RSP   RSR   REY   RER   RWY   LH    RH    DUR
look down, softly
$ 0.5   0.5   0.2   0.2   0.2   0.2   0.2   1     1     1     1     1     1     1     1     1     1     1     0     0.2   0.2   0.2   0.2   0     0
! 0     20    90    10    -80   -30   0     0     0     -20   40    -20   0     0     -20   40    -20   0     90    -10   80    30    0     0     57.2958 500

not any more
#! 0    0     90    10    -80   -30   0     0     0     -20   40    -20   0     0     -20   40    -20   0     90    -10   80    30    0     0     0     500
and up
! +10   -10   -     -     -     0     -     -     -     -     -     -     -     -     -     -     -     -     -     -     -     -     -     -     -     250
`

func TestReadsPosturesStiffnessAndTimes(t *testing.T) {
	m, notes, err := ParsePos("dir/nod.pos", []byte(nod))
	require.NoError(t, err)
	require.Equal(t, "nod", m.Name)
	require.Len(t, m.Slots, 2)
	require.Len(t, m.Joints, nao.NumJoints)
	a, b := m.Slots[0], m.Slots[1]
	require.Equal(t, 500*time.Millisecond, a.Duration)
	require.True(t, a.Linear && a.NoWait && b.Linear && b.NoWait)
	require.InDelta(t, 20*math.Pi/180, a.Targets[nao.HeadPitch].Angle, 1e-9)
	require.InDelta(t, 0.5, a.Targets[nao.HeadPitch].Stiffness(), 1e-9)
	require.True(t, a.Targets[nao.RShoulderPitch].Limp())
	require.InDelta(t, 1, a.Targets[nao.RHand].Angle, 1e-6)
	require.Len(t, b.Targets, 3)
	require.InDelta(t, 10*math.Pi/180, b.Targets[0].Angle, 1e-9)
	require.InDelta(t, 1, b.Targets[0].Stiffness(), 0, "full, as nothing is said")
	require.Equal(t, []string{"dir/nod.pos:9: LElbowRoll 0° is beyond the joint's end: -2.0°"}, notes)

	again, err := Parse("nod.xml", m.XML("from nod.pos"))
	require.NoError(t, err)
	require.Len(t, again.Slots, 2)
}

func TestPosNamesFileLineAndWhatWasExpected(t *testing.T) {
	zero := strings.Repeat("0 ", 25)
	for _, row := range []struct{ text, want string }{
		{"", `x.pos:1: no posture: expected lines of !`},
		{"hello\n", `x.pos:1: no posture: expected lines of !`},
		{"\n! 1 2 3\n", `x.pos:2: 3 numbers: expected 25 angles in degrees and a time in ms`},
		{"$ 1 2 3\n", `x.pos:1: 3 stiffnesses: expected 25`},
		{"$ " + zero + "\n", `x.pos:1: stiffnesses without a posture`},
		{"$ " + zero + "\n$ " + zero + "\n", `x.pos:2: stiffnesses again, after those of line 1`},
		{"$ 2 " + zero[2:] + "\n", `x.pos:1: HeadYaw stiffness "2": expected a number from 0 to 1`},
		{"! " + zero + "0", `x.pos:1: time in ms "0": expected a number from 1`},
		{"! " + zero + "NaN", `x.pos:1: time in ms "NaN": expected a number from 1`},
		{"! " + zero + "-", `x.pos:1: time in ms "-"`},
		{"! x " + zero[2:] + "100", `x.pos:1: HeadYaw "x": expected a number from -360 to 360`},
		{"! 0 40 " + zero[4:] + "100", `x.pos:1: HeadPitch 40°: expected -38.5 to 29.5°`},
		{"! " + strings.Repeat("- ", 25) + "100", `x.pos:1: a posture of no joint`},
		{"! " + zero + "100\n! 60 " + zero[2:] + "100", `x.pos:2: HeadYaw from 0.0 to 60.0° in 100 ms: expected at least 127 ms`},
	} {
		_, _, err := ParsePos("x.pos", []byte(row.text))
		require.ErrorContains(t, err, row.want)
	}
}

func TestFitsWhatIsTooFarAndTooFast(t *testing.T) {
	zero := strings.Repeat("0 ", 25)
	m, notes, err := FitPos("x.pos", []byte("! "+zero+"5\n! 60 40 "+zero[4:]+"100"))
	require.NoError(t, err)
	require.Equal(t, 12*time.Millisecond, m.Slots[0].Duration)
	require.Equal(t, 127*time.Millisecond, m.Slots[1].Duration)
	require.InDelta(t, 0.5149, m.Slots[1].Targets[1].Angle, 1e-9)
	for _, want := range []string{
		"x.pos:1: 5 ms is less than a cycle", "x.pos:1: LElbowRoll 0° is beyond", "x.pos:1: RElbowRoll 0° is beyond",
		"x.pos:2: HeadPitch 40° is beyond the joint's end: 29.5°", "x.pos:2: 127 ms instead of 100: the joints are no faster",
	} {
		require.Contains(t, strings.Join(notes, "\n"), want)
	}
}

func TestWritesWhatItReads(t *testing.T) {
	m, _, err := ParsePos("nod.pos", []byte(nod))
	require.NoError(t, err)
	file, notes := m.WritePos()
	require.Empty(t, notes)
	again, _, err := ParsePos("nod.pos", file)
	require.NoError(t, err)
	require.Equal(t, m.Joints, again.Joints)
	for i := range m.Slots {
		require.Equal(t, m.Slots[i].Duration, again.Slots[i].Duration)
		for _, target := range m.Slots[i].Targets {
			require.InDelta(t, target.Angle, again.Slots[i].Targets[target.Joint].Angle, 1e-3)
		}
	}
	m, err = Parse("a.xml", []byte(`<motion name="a"><slot duration="1" wait="0.5"><joint name="HeadYaw" angle_deg="5"/></slot></motion>`))
	require.NoError(t, err)
	file, notes = m.WritePos()
	require.Len(t, notes, 3)
	again, _, err = ParsePos("a.pos", file)
	require.NoError(t, err)
	require.Equal(t, 1500*time.Millisecond, again.Length())
}

// posCheck holds what a file that was taken promises.
func posCheck(data []byte) {
	for _, read := range []func(string, []byte) (*Motion, []string, error){ParsePos, FitPos} {
		m, _, err := read("x.pos", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x.pos:") {
				panic(err)
			}
			continue
		}
		if _, err := Parse("x.xml", m.XML("")); err != nil {
			panic(err)
		}
	}
}

func TestPosParseSurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const letters = "!$-+.0123456789eNaIn \n\r\x00\xff#"
	for range fuzzn.N(t) / 20 {
		data := []byte(nod)
		for range 1 + rng.IntN(6) {
			i := rng.IntN(len(data))
			switch rng.IntN(3) {
			case 0:
				data[i] = letters[rng.IntN(len(letters))]
			case 1:
				j := min(i+rng.IntN(10), len(data)-1)
				data = append(data[:i], data[j:]...)
			case 2:
				data = append(data, data[i:min(i+200, len(data))]...)
			}
		}
		posCheck(data)
	}
}

func FuzzPosParse(f *testing.F) {
	f.Add([]byte(nod))
	f.Fuzz(func(_ *testing.T, data []byte) { posCheck(data) })
}
