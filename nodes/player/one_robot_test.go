package player

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior/behaviortest"
	"gonao/hfsm"
	"gonao/motion"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/rmw"
	"gonao/soccer/game"
	"gonao/soccer/player"
)

// step is a transition and its time since the machine began.
type step struct {
	to string
	at float64 // s
}

// rounds calls image every 96 ms, and cycle every 12 ms with a state of a body whose joints are at once where it is commanded. It is
// pushed over for 8 s.
func rounds(cycle func(*nao.State, *nao.Command), image func()) {
	const before, pushed, lies, lasts = 4 * time.Second, 30 * time.Second, 8 * time.Second, 55 * time.Second
	state := nao.State{Position: motion.DefaultConfig().Stand, FSR: [nao.NumFSR]float64{7, 7, 7, 7, 7, 7, 7, 7}}
	var cmd nao.Command
	for n, at := 0, -before; at < lasts; n, at = n+1, at+nao.CyclePeriod {
		tilt := 0.0
		if at >= pushed && at < pushed+lies {
			tilt = math.Pi / 2
		}
		sin, cos := math.Sincos(tilt)
		state.Angles, state.Accelerometer = [2]float64{0, tilt}, [3]float64{-9.81 * sin, 0, 9.81 * cos}
		state.Time += nao.CyclePeriod
		state.Cycle++
		cycle(&state, &cmd)
		state.Position, state.Stiffness = cmd.Position, cmd.Stiffness
		if n%8 == 0 {
			image()
		}
	}
}

// inOneProcess runs the machine of a person in a player that moves the body itself.
func inOneProcess(t *testing.T, s *stage) (all []step) {
	t.Helper()
	c := s.mind.control
	p := s.mind.player // of the same files
	p.Machines().Body.OnTransition = func(t hfsm.Transition) { all = append(all, step{t.To, t.Time.Seconds()}) }
	book := game.NewMatch(rulesOf(t, s)).Game
	book.State = game.Playing
	var now nao.State
	rounds(func(state *nao.State, cmd *nao.Command) {
		c.mover.Step(state, cmd)
		now = *state
	}, func() {
		does := c.mover.State()
		fallen := does == motion.Falling || does == motion.Fallen || does == motion.GettingUp
		p.Step(&player.Senses{Now: now.Time, Fallen: fallen, Body: &now, Game: &book})
		p.Act(c.mover)
	})
	return all
}

func rulesOf(t *testing.T, s *stage) *game.Rules {
	t.Helper()
	rules, err := game.NewRules(s.mind.files.book, game.Setup{Teams: [2]game.TeamSetup{{Number: 1}, {Number: 2}}, Players: 5, NoDelay: true})
	require.NoError(t, err)
	return rules
}

// publishImage publishes an image of now that shows nothing.
func (s *stage) publishImage() {
	var features msgs.FieldFeatures
	var objects msgs.SeenObjects
	features.Header.Stamp = ros.Stamp(s.Clock.Now())
	objects.Header.Stamp = features.Header.Stamp
	require.NoError(s.t, s.objects.Publish(objects))
	require.NoError(s.t, s.features.Publish(features))
}

// overTopics runs it in the node: images and the game come as messages, and the transitions are what machine_state says.
func overTopics(t *testing.T, s *stage) []step {
	t.Helper()
	require.NoError(t, s.games.Publish(playing(msgs.GameStateStatePlaying)))
	rounds(func(state *nao.State, cmd *nao.Command) {
		s.bus.Advance(nao.CyclePeriod)
		s.mind.control.answer(s.Clock.Now(), state, cmd)
		synctest.Wait()
	}, func() {
		s.publishImage()
		synctest.Wait()
	})
	return s.transitions()
}

// overDDS does the same between two participants of DDS. The test sets the time of both, and continues when the belief after an image
// has come.
func overDDS(t *testing.T, s *stage) []step {
	t.Helper()
	now := s.Clock.Now()
	rounds(func(state *nao.State, cmd *nao.Command) {
		now = now.Add(nao.CyclePeriod)
		s.Clock.Set(now)
		s.player.Clock.Set(now)
		s.mind.control.answer(now, state, cmd)
	}, func() {
		for patience := time.After(time.Minute); ; {
			s.publishImage()
			again := time.After(time.Second) // an image may be lost
			for waits := true; waits; {
				select {
				case m := <-s.models.C():
					if m.Header.Stamp == ros.Stamp(now) {
						return
					}
				case <-again:
					waits = false
				case <-patience:
					t.Fatal("no belief comes")
				}
			}
		}
	})
	return s.transitions()
}

// transitions returns those that machine_state has told.
func (s *stage) transitions() (all []step) {
	var last msgs.MachineState
	for len(s.bodies.C()) > 0 {
		m := <-s.bodies.C()
		if len(all) == 0 || m.Sequence != last.Sequence {
			all = append(all, step{m.Target, m.Time})
		}
		last = m
	}
	return all
}

// TestAMachineDoesTheSameInTheNode runs one file as the body of a player that moves a body in one process, and of the node player,
// which gets images and the game as messages, in this process and over DDS: the same transitions, each within one period of the other's.
func TestAMachineDoesTheSameInTheNode(t *testing.T) {
	file := filepath.Join(t.TempDir(), "every_deed.yaml")
	require.NoError(t, os.WriteFile(file, []byte(behaviortest.EveryDeed), 0o600))
	mine := func(c *Config) { c.Player, c.Plays, c.Sight = 2, file, "ideal" }
	var want, topics, dds []step
	playOut(t, mine, func(s *stage) { want = inOneProcess(t, s) })
	require.Len(t, want, 9, "every state")
	playOut(t, mine, func(s *stage) { topics = overTopics(t, s) })
	requireSame(t, want, topics)
	playOverDDS(t, mine, func(s *stage) { dds = overDDS(t, s) })
	requireSame(t, want, dds)
}

// playOverDDS runs a test beside the loops, with two participants of DDS and the time that the test sets.
func playOverDDS(t *testing.T, edit func(*Config), test func(s *stage)) {
	t.Helper()
	t.Setenv("ROS_DOMAIN_ID", strconv.Itoa(101+os.Getpid()%100)) // others test beside us
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid()))
	player, err := rmw.Open()
	require.NoError(t, err)
	others, err := rmw.Open()
	require.NoError(t, err)
	s := &stage{t: t}
	s.open(t.Context(), player, others, ros.NodeOptions{UseSimTime: true}, edit)
	require.NoError(t, s.games.Publish(playing(msgs.GameStateStatePlaying)))
	select { // the publication is matched
	case g := <-s.mind.in.Game.C():
		s.mind.setGame(&g)
	case <-time.After(time.Minute):
		t.Fatal("the game's state does not come")
	}
	s.run(t.Context(), test)
	require.NoError(t, player.Close())
	require.NoError(t, others.Close())
}

// requireSame compares transitions: in the same order, and each within one period.
func requireSame(t *testing.T, want, got []step) {
	t.Helper()
	require.Len(t, got, len(want), "%v, expected %v", got, want)
	const period = 0.1 // s, of the machine
	for i := range want {
		require.Equal(t, want[i].to, got[i].to, "%v, expected %v", got, want)
		require.InDelta(t, want[i].at, got[i].at, period+1e-6, "%s: %v, expected %v", want[i].to, got, want)
	}
}
