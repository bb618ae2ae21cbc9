package motion

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// sitUp is a file as Luar's are: vectors in degrees, radians as they are, stiffnesses of one frame.
const sitUp = `
local mot = {};
mot.servos = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22};
local soft = {}
for i = 1, 22 do soft[i] = 0.5 end
mot.keyframes = {
  { -- arms forward
    angles = vector.new({0,-20, 30,5,-90,-10, 0,0,-60,90,-45,0, 77,0,-60,90,-45,0, 30,-5,90,10})*math.pi/180,
    duration = 0.6;
  },
  {
    angles = {0.1,0, 0.5,0.1,-1.5,-0.2, 0,0,-1,1.5,-0.7,0, 0,0,-1,1.5,-0.7,0, 0.5,-0.1,1.5,0.2},
    stiffnesses = soft,
    duration = 0.45;
  },
};
return mot;
`

func TestLuarsKeyframesAreRead(t *testing.T) {
	m, notes, err := readLuar("dir/km_Nao_SitUp.lua", []byte(sitUp), false)
	require.NoError(t, err)
	require.Equal(t, "km_Nao_SitUp", m.Name)
	require.Len(t, m.Joints, 21, "all but the hands, the wrists and the hip that has no motor")
	require.Len(t, m.Slots, 2)
	first, second := m.Slots[0], m.Slots[1]
	require.Equal(t, 600*time.Millisecond, first.Duration)
	require.Equal(t, 450*time.Millisecond, second.Duration)
	require.True(t, first.Linear && first.NoWait)
	for _, target := range first.Targets {
		require.InDelta(t, 1, target.Stiffness(), 1e-9)
		if target.Joint == nao.RHipPitch {
			require.InDelta(t, -60*math.Pi/180, target.Angle, 1e-9)
		}
		require.NotEqual(t, 77*math.Pi/180, target.Angle)
	}
	require.InDelta(t, 0.1, second.Targets[0].Angle, 1e-9)
	require.InDelta(t, 0.5, second.Targets[0].Stiffness(), 1e-9)
	require.Equal(t, []string{"dir/km_Nao_SitUp.lua: servo 13, RHipYawPitch, is omitted: one motor turns both hips, and servo 7 commands it"}, notes)
}

func TestLuarsKeyframesMayBeOfSomeServos(t *testing.T) {
	m, notes, err := readLuar("k.lua", []byte(`return {servos = {2, 19}, keyframes = {{angles = {0.1, -0.5}, duration = 0.4}, {angles = {0.2, -0.6}, duration = 0.4}}}`), false)
	require.NoError(t, err)
	require.Empty(t, notes)
	require.Equal(t, []nao.Joint{nao.HeadPitch, nao.RShoulderPitch}, m.Joints)
}

func TestLuarsVectorsOfOnesAndZerosAreKnown(t *testing.T) {
	m, _, err := readLuar("k.lua", []byte(strings.Replace(sitUp, "stiffnesses = soft", "stiffnesses = 0.25*vector.ones(22) + vector.zeros(22)", 1)), false)
	require.NoError(t, err)
	require.InDelta(t, 0.25, m.Slots[1].Targets[0].Stiffness(), 1e-9)
}

func TestKeyframesInLuaThatAreWrong(t *testing.T) {
	for _, row := range []struct{ old, replaced, says string }{
		{"return mot;", "", "k.lua: expected a file that returns a table with servos and keyframes"},
		{",21,22}", "}", "k.lua: servos: 20 numbers: expected the 22 of a NAO"},
		{",21,22}", ",21,23}", "k.lua: servos[22] 23: expected 1 to 22"},
		{",21,22}", ",21,21}", "k.lua: servos[22] 21: expected 1 to 22, each once"},
		{"mot.keyframes", "mot.frames", "k.lua: keyframes: expected a list"},
		{"0.1,0, 0.5", "0.1, 0.5", "k.lua: frame 2: angles: expected 22 numbers"},
		{"duration = 0.45", "time = 0.45", "k.lua: frame 2: duration: expected a number of seconds"},
		{"0.1,0, 0.5", "9.9,0, 0.5", "k.lua: frame 2: HeadYaw 567.2"},
		{"0.1,0, 0.5", "2.9,0, 0.5", "k.lua: frame 2: HeadYaw 166.2°: expected -119.5 to 119.5°"},
		{"soft[i] = 0.5", "soft[i] = 5", "k.lua: frame 2: HeadYaw stiffness 5: expected 0 to 1"},
		{"local soft = {}", "while true do end", "k.lua:4: more than"},
		{"local soft = {}", "os.exit(1)", "k.lua:4: "},
		{"local mot", "local = mot", "k.lua:2"},
		{"0.1,0, 0.5", "0/0,0, 0.5", "k.lua: frame 2: angles: expected 22 numbers"},
	} {
		_, _, err := readLuar("k.lua", []byte(strings.Replace(sitUp, row.old, row.replaced, 1)), false)
		require.ErrorContains(t, err, row.says)
	}
	m, _, err := readLuar("k.lua", []byte(strings.Replace(sitUp, "0.1,0, 0.5", "2.9,0, 0.5", 1)), true)
	require.NoError(t, err, "fitted")
	require.InDelta(t, nao.HeadYaw.Clamp(2.9), m.Slots[1].Targets[0].Angle, 1e-9)
}
