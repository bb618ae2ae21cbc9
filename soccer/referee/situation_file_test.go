package referee_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/soccer/game"
	"gonao/soccer/referee"
)

// A file is a file of situations; a situation is what happens, and what the referee has to call.
type file struct {
	Rule       string
	Conduct    bool // what leads through the game is judged too, not only offences
	Situations []situation
}

type situation struct {
	Name    string
	Book    string
	conduct bool
	Game    setup
	Ball    []ballKey
	Until   float64 // s; 0: until the last key

	Robots   map[string][]robotKey // by side and number, such as home 2
	Touches  []touch
	Contacts []contact
	Messages []message
	Timeouts []request
	Calls    []string
	Stands   []string // where robots are placed, such as home 2 -3.20 3.50 -90
}

// setup is the game in which a situation begins.
type setup struct {
	State         string
	SetPlay       string `yaml:"set_play"`
	Kicking       string
	Restart       string // the restart before, such as kick_in home
	FailedSetPlay string `yaml:"failed_set_play"` // a set play whose team has let its time pass
	Penalised     map[string]string
	Then          string   // set: SET begins after half a second
	Remaining     *float64 // s on the clock of the half
	Stopped       bool
	Spent         bool     // both teams have no messages left
	Left          *float64 // s of each penalty; without, an hour
	Waiting       bool     // penalties have not begun to count
}

type ballKey struct {
	T  float64
	At []float64
}

// A robotKey holds from its moment on; what it leaves out stays as it was. Places between keys are interpolated.
type robotKey struct {
	T         float64
	At        []float64 // m, m, deg
	Walking   *bool
	Looks     *bool
	Fallen    *bool
	GettingUp *bool `yaml:"getting_up"`
	Disturbed *bool
	Pushed    *bool
	AtPost    *bool `yaml:"at_post"`
	Cover     *float64
	Stance    *float64
	Kicking   *bool
	Unstable  *bool
}

type touch struct {
	T    float64
	By   string
	Kind string // deflection; empty: played
	Arm  bool
}

// A contact of two robots, from t to until.
type contact struct {
	T, Until float64
	Between  []string
	At       []float64
}

// A message of a team, once or count times.
type message struct {
	T     float64
	By    string
	Bytes int
}

// A request of a team for a timeout, from t on.
type request struct {
	T  float64
	By string
}

const step = 50 * time.Millisecond

func load(t *testing.T) []file {
	t.Helper()
	return loadFrom(t, "testdata/situations/*.yaml")
}

func loadFrom(t *testing.T, pattern string) []file {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	require.NoError(t, err)
	var all []file
	for _, p := range paths {
		f, err := os.Open(p)
		require.NoError(t, err)
		d := yaml.NewDecoder(f)
		d.KnownFields(true)
		var one file
		require.NoError(t, d.Decode(&one), p)
		require.NoError(t, f.Close())
		require.Equal(t, strings.TrimSuffix(filepath.Base(p), ".yaml"), one.Rule)
		for i := range one.Situations {
			one.Situations[i].conduct = one.Conduct
		}
		all = append(all, one)
	}
	return all
}

func id(t *testing.T, text string) referee.ID {
	t.Helper()
	name, number, _ := strings.Cut(text, " ")
	var side game.Side
	require.NoError(t, side.UnmarshalText([]byte(name)))
	n, err := strconv.Atoi(number)
	require.NoError(t, err, text)
	return referee.ID{Side: side, Number: n}
}

func side(t *testing.T, text string) (s game.Side) {
	t.Helper()
	require.NoError(t, s.UnmarshalText([]byte(text)))
	return s
}

// words returns the set play and the side of a text such as kick_in home.
func words(t *testing.T, text string) (play game.SetPlay, side game.Side) {
	t.Helper()
	name, who, _ := strings.Cut(text, " ")
	require.NoError(t, play.UnmarshalText([]byte(name)))
	require.NoError(t, side.UnmarshalText([]byte(who)))
	return play, side
}
