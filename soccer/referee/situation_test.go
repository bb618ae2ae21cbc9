package referee_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/soccer/game"
	"gonao/soccer/referee"
)

// match returns the match in which a situation begins.
func (s *situation) match(t *testing.T, b *game.Book) game.Match {
	t.Helper()
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 1}, {Number: 2}}, NoDelay: true})
	require.NoError(t, err)
	m := game.NewMatch(r)
	g := &m.Game
	require.NoError(t, g.State.UnmarshalText([]byte(s.Game.State)))
	if s.Game.SetPlay != "" {
		require.NoError(t, g.SetPlay.UnmarshalText([]byte(s.Game.SetPlay)))
	}
	g.Kicking = game.NoSide
	if s.Game.Kicking != "" {
		require.NoError(t, g.Kicking.UnmarshalText([]byte(s.Game.Kicking)))
	}
	for who, penalty := range s.Game.Penalised {
		i := id(t, who)
		p := g.Player(i.Side, i.Number)
		require.NoError(t, p.Penalty.UnmarshalText([]byte(penalty)))
		p.Timer = game.Timer{On: true, Remaining: time.Hour, Condition: game.ReadyOrPlaying}
		if s.Game.Left != nil {
			p.Timer.Remaining = time.Duration(*s.Game.Left * float64(time.Second))
		}
		p.Timer.On = !s.Game.Waiting
	}
	if s.Game.Remaining != nil {
		g.Clock.Remaining = time.Duration(*s.Game.Remaining * float64(time.Second))
	}
	if s.Game.Spent {
		g.Teams[0].Messages, g.Teams[1].Messages = 0, 0
	}
	g.Stopped = s.Game.Stopped
	return m
}

// truth returns what is true at a moment.
func (s *situation) truth(t *testing.T, now time.Duration) referee.Truth {
	t.Helper()
	at := now.Seconds()
	truth := referee.Truth{Time: now}
	place := between(at, len(s.Ball), func(i int) (float64, []float64) { return s.Ball[i].T, s.Ball[i].At })
	truth.Ball = referee.Ball{X: place[0], Y: place[1]}
	if len(place) > 2 {
		truth.Ball.Z = place[2]
	}
	var names []string
	for name := range s.Robots {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		truth.Robots = append(truth.Robots, robotAt(t, name, s.Robots[name], at))
	}
	for _, touch := range s.Touches {
		if touch.T <= at && at-touch.T < step.Seconds()-1e-9 {
			truth.Touches = append(truth.Touches, referee.Touch{ID: id(t, touch.By), Deflection: touch.Kind == "deflection", Arm: touch.Arm})
		}
	}
	for _, c := range s.Contacts {
		if c.T <= at && at <= c.Until {
			truth.Contacts = append(truth.Contacts, referee.Contact{A: id(t, c.Between[0]), B: id(t, c.Between[1]), X: c.At[0], Y: c.At[1]})
		}
	}
	for _, m := range s.Messages {
		if m.T <= at && at-m.T < step.Seconds()-1e-9 {
			truth.Messages = append(truth.Messages, referee.Message{Side: side(t, m.By), Bytes: m.Bytes})
		}
	}
	for _, r := range s.Timeouts {
		if r.T <= at {
			truth.Timeouts = append(truth.Timeouts, side(t, r.By))
		}
	}
	return truth
}

func robotAt(t *testing.T, name string, keys []robotKey, at float64) referee.Robot {
	t.Helper()
	var placed []robotKey
	r := referee.Robot{ID: id(t, name)}
	for _, k := range keys {
		if k.At != nil {
			placed = append(placed, k)
		}
		if k.T > at {
			continue
		}
		for to, from := range map[*bool]*bool{&r.Walking: k.Walking, &r.Looks: k.Looks, &r.Fallen: k.Fallen, &r.GettingUp: k.GettingUp, &r.Disturbed: k.Disturbed, &r.Pushed: k.Pushed, &r.AtPost: k.AtPost, &r.Kicking: k.Kicking, &r.Unstable: k.Unstable} {
			if from != nil {
				*to = *from
			}
		}
		if k.Cover != nil {
			r.Cover = *k.Cover
		}
		if k.Stance != nil {
			r.Stance = *k.Stance
		}
	}
	place := between(at, len(placed), func(i int) (float64, []float64) { return placed[i].T, placed[i].At })
	r.X, r.Y, r.Theta = place[0], place[1], place[2]*math.Pi/180
	return r
}

// between interpolates between keys; before the first and after the last nothing moves.
func between(at float64, n int, key func(i int) (float64, []float64)) []float64 {
	t0, a := key(0)
	for i := 1; i < n && at > t0; i++ {
		t1, b := key(i)
		if at < t1 {
			out := make([]float64, max(len(a), len(b)))
			for j := range out {
				v, w := component(a, j), component(b, j)
				out[j] = v + (w-v)*(at-t0)/(t1-t0)
			}
			return out
		}
		t0, a = t1, b
	}
	return a
}

func component(v []float64, i int) float64 {
	if i < len(v) {
		return v[i]
	}
	return 0
}

// end returns when a situation is over.
func (s *situation) end() time.Duration {
	last := s.Until
	if last == 0 {
		for _, k := range s.Ball {
			last = max(last, k.T)
		}
	}
	return time.Duration(last * float64(time.Second))
}

// run plays a situation by a book and returns the calls and those whose action the game refuses.
func (s *situation) run(t *testing.T, b *game.Book) (calls, stands []string, refused error) {
	t.Helper()
	m, r := s.match(t, b), referee.Referee{}
	if s.Game.Restart != "" {
		play, side := words(t, s.Game.Restart)
		r.Restarted(play, side, false)
	}
	if s.Game.FailedSetPlay != "" {
		play, side := words(t, s.Game.FailedSetPlay)
		r.Restarted(play, side, true)
	}
	for now := time.Duration(0); now <= s.end(); now += step {
		if s.Game.Then == "set" && now == 500*time.Millisecond {
			var err error
			m, err = m.Apply(game.Action{Kind: game.WaitForSetPlay})
			require.NoError(t, err)
		}
		truth := s.truth(t, now)
		all := slices.Clone(r.Step(&truth, &m.Game, b))
		if s.conduct {
			all = append(all, r.Conduct(&truth, &m.Game, b)...)
		}
		for _, c := range all {
			calls = append(calls, c.String())
			if c.Stand.Number != 0 && s.Stands != nil {
				stands = append(stands, fmt.Sprintf("%s %d %.2f %.2f %.0f", c.Stand.Side, c.Stand.Number, c.Stand.X, c.Stand.Y, c.Stand.Theta*180/math.Pi))
			}
			if c.Evidence == "" || c.Source == "" || c.Rule == "" || c.Time != now {
				refused = fmt.Errorf("%s without rule, time, evidence or source", &c)
			}
			if c.Action.Kind == game.NoAction {
				continue
			}
			after, err := m.Apply(c.Action)
			if err != nil {
				refused = err
				continue
			}
			m = after
		}
		m = m.Seek(step)
	}
	return calls, stands, refused
}

func TestEverySituationIsJudgedAsItIsLabelled(t *testing.T) {
	count := 0
	for _, f := range load(t) {
		called, not := 0, 0
		for _, s := range f.Situations {
			count++
			if len(s.Calls) > 0 && (f.Rule != "indirect" || !strings.HasPrefix(s.Calls[0], "goal ")) { // a goal is what this rule does not forbid
				called++
			} else {
				not++
			}
			t.Run(f.Rule+"/"+s.Name, func(t *testing.T) {
				b, err := game.Load(s.Book)
				require.NoError(t, err)
				calls, stands, refused := s.run(t, b)
				require.NoError(t, refused, "the game performs each call")
				require.Equal(t, s.Calls, append([]string{}, calls...))
				require.Equal(t, s.Stands, stands)
			})
		}
		assert.GreaterOrEqual(t, called, 3, f.Rule)
		assert.GreaterOrEqual(t, not, 3, f.Rule)
	}
	require.GreaterOrEqual(t, count, 450)
}

// disagreements are the situations that the referee judges otherwise than they were labelled from the text; each
// is explained in docs/referee.md.
var disagreements = []string{}

func TestSituationsLabelledByTheTextAreJudgedSo(t *testing.T) {
	f := loadFrom(t, "testdata/by_the_text.yaml")[0]
	require.GreaterOrEqual(t, len(f.Situations), 50)
	var others []string
	for _, s := range f.Situations {
		b, err := game.Load(s.Book)
		require.NoError(t, err)
		if calls, _, refused := s.run(t, b); refused != nil || !slices.Equal(s.Calls, calls) {
			others = append(others, s.Name)
			t.Logf("%s: %q, labelled %q; refused: %v", s.Name, calls, s.Calls, refused)
		}
	}
	require.ElementsMatch(t, disagreements, others)
}

func TestSituationsOfTheHumanoidLeagueAreJudgedAsLabelled(t *testing.T) {
	for _, s := range loadFrom(t, "testdata/humanoid.yaml")[0].Situations {
		b, err := game.Load(s.Book)
		require.NoError(t, err)
		calls, _, refused := s.run(t, b)
		require.NoError(t, refused, s.Name)
		assert.Equal(t, s.Calls, append([]string{}, calls...), s.Name)
	}
}

// Each theme of the Humanoid League's automatic referee is shown by situations, timelines or tests that exist, or it is said why not.
func TestTheThemesOfTheHumanoidLeagueAreShown(t *testing.T) {
	text, err := os.ReadFile("testdata/themes.yaml")
	require.NoError(t, err)
	var list struct {
		Themes []struct {
			Of, Theme, Differs, Not string
			ShownBy                 []string `yaml:"shown_by"`
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &list))
	known := map[string]bool{"TestOneWholeMatchEndsByTheRules": true, "TestRobotsAndBallAreNotPlacedIntoEachOther": true} // of soccer/match
	for _, f := range slices.Concat(load(t), loadFrom(t, "testdata/humanoid.yaml"), loadFrom(t, "testdata/by_the_text.yaml")) {
		for _, s := range f.Situations {
			known[s.Name] = true
		}
	}
	for _, l := range timelines(t) {
		known[l.Name] = true
	}
	seen := map[string]bool{}
	for _, theme := range list.Themes {
		assert.False(t, seen[theme.Of], theme.Of)
		seen[theme.Of] = true
		assert.NotEmpty(t, theme.Theme, theme.Of)
		assert.Equal(t, len(theme.ShownBy) == 0, theme.Not != "", "%s: situations, or a reason", theme.Of)
		for _, name := range theme.ShownBy {
			assert.True(t, known[name], "%s: no situation, timeline or test %q", theme.Of, name)
		}
	}
	require.GreaterOrEqual(t, len(list.Themes), 47)
}
