package team

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/robot/percepts/plane"
)

func TestAMessageHas48BytesAndComesBackAsItWas(t *testing.T) {
	m := Message{
		Number: 3, Sequence: 17, Time: 12345 * time.Millisecond, Role: Striker, Pose: plane.Pose{X: -1.234, Y: 2.5, Theta: -3.1}, PoseDev: 0.12,
		HasBall: true, Ball: [2]float64{4.2, -2.75}, BallSpeed: [2]float64{-1.5, 0.25}, BallAge: 0.4, BallDev: 0.2, Target: [2]float64{4.5, 0},
		TimeToBall: 3.25, Whistle: 9 * time.Second, Heard: true, Fallen: true,
	}
	b := m.Append(nil)
	require.Len(t, b, Size)
	got, err := Decode(b)
	require.NoError(t, err)
	require.InDelta(t, m.Pose.Theta, got.Pose.Theta, 0.0006)
	got.Pose, got.Target = m.Pose, m.Target
	require.InDeltaSlice(t, m.Ball[:], got.Ball[:], 1e-9)
	got.Ball, got.BallSpeed = m.Ball, m.BallSpeed
	require.Equal(t, m, got)
	m.HasBall, m.BallAge = false, 7.25
	got, err = Decode(m.Append(nil))
	require.NoError(t, err)
	require.InDelta(t, 7.25, got.BallAge, 1e-9, "roles compare the ages of balls that nobody sees now")
}

// Random bytes and changed messages are refused with an error, and never panic.
func TestRandomBytesAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	m := Message{Number: 1, Role: Keeper}
	good := m.Append(nil)
	for range max(fuzzn.N(t)/10, 200) {
		b := make([]byte, rng.IntN(64))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		_, err := Decode(b)
		require.ErrorIs(t, err, ErrMessage)
		changed := append([]byte(nil), good...)
		changed[rng.IntN(Size)] ^= byte(1 + rng.IntN(255))
		_, err = Decode(changed)
		require.ErrorIs(t, err, ErrMessage)
	}
}

func TestNumbersOutOfRangeAreClipped(t *testing.T) {
	m := Message{Number: 1, Pose: plane.Pose{X: math.Inf(1), Y: math.NaN(), Theta: math.Inf(-1)}, HasBall: true, Ball: [2]float64{1e300, -1e300}}
	got, err := Decode(m.Append(nil))
	require.NoError(t, err)
	require.True(t, got.Pose.Finite())
	require.InDelta(t, 32.767, got.Ball[0], 1e-9)
}

// The network loses the share that it is told to, in bursts as well, and delays the rest.
func TestANetworkLosesItsShare(t *testing.T) {
	for _, row := range []struct {
		link Link
		want float64
	}{
		{Link{}, 0},
		{Link{Loss: 0.3}, 0.3},
		{Link{Loss: 1}, 1},
		{Link{BurstLoss: 1, Bursts: 0.1, BurstSec: 10}, 0.5}, // half of the time each link is bad
	} {
		n, err := NewNetwork(row.link, 4, 0)
		require.NoError(t, err)
		got, sent := 0, 0
		for i := range 20_000 {
			now := time.Duration(i) * time.Second
			n.Send(now, &Message{Number: 1}, 3)
			sent += 2
			got += len(n.Peek(now, 2, nil)) + len(n.Peek(now, 3, nil))
			require.Empty(t, n.Peek(now, 1, nil), "nobody hears itself")
			n.Drop(now)
		}
		require.InDelta(t, row.want, 1-float64(got)/float64(sent), 0.04)
	}
}

func TestAMessageArrivesAfterItsDelay(t *testing.T) {
	n, err := NewNetwork(Link{MinDelay: 100 * time.Millisecond, MaxDelay: 200 * time.Millisecond}, 1, 0)
	require.NoError(t, err)
	n.Send(0, &Message{Number: 1}, 2)
	require.Empty(t, n.Peek(99*time.Millisecond, 2, nil))
	require.Len(t, n.Peek(200*time.Millisecond, 2, nil), 1)
	n.Drop(200 * time.Millisecond)
	require.Empty(t, n.Peek(time.Second, 2, nil))
	_, err = NewNetwork(Link{Loss: 2}, 1, 0)
	require.ErrorContains(t, err, "loss 2")
}

// Robots that always have news stay within the budget of SPL for a game, and use most of it.
func TestTheBudgetLastsForTheGame(t *testing.T) {
	const players = 5
	left, total := 1200, 20*time.Minute
	var senders [players]Sender
	gaps := 0
	lastAny := time.Duration(0)
	for now := time.Duration(0); now < total; now += 96 * time.Millisecond {
		for i := range senders {
			m := Message{Number: i + 1, Pose: plane.Pose{X: math.Mod(now.Seconds(), 9)}, Role: Role(1 + int(now/(10*time.Second))%4)}
			if senders[i].Due(now, &m, left, players, total-now) {
				left--
				if now-lastAny > 30*time.Second {
					gaps++
				}
				lastAny = now
			}
		}
	}
	require.GreaterOrEqual(t, left, 0)
	require.Less(t, left, 300)
	require.Zero(t, gaps, "the team is never silent for long")
	require.Greater(t, lastAny, total-time.Minute)
}

// A striker that hears of another one sends its place a second after its last message, whatever the pace of the budget is.
func TestTwoStrikersTellWhereTheyAre(t *testing.T) {
	m := Message{Number: 2, Role: Striker}
	var s Sender
	require.True(t, s.Due(0, &m, 1200, 5, 20*time.Minute))
	require.False(t, s.Due(2*time.Second, &m, 1190, 5, 20*time.Minute), "nothing has changed")
	s.Contested = true
	require.False(t, s.Due(900*time.Millisecond, &m, 1190, 5, 20*time.Minute))
	require.True(t, s.Due(2*time.Second, &m, 1190, 5, 20*time.Minute))
	require.False(t, s.Due(4*time.Second, &m, 20, 5, 20*time.Minute), "the reserve stays")
}

func mates(at ...[2]float64) []Mate {
	var all []Mate
	for i, p := range at {
		all = append(all, Mate{Number: i + 1, Active: true, Pose: plane.Pose{X: p[0], Y: p[1]}})
	}
	return all
}

func TestLuarsDefenderIsTheOneNearestToTheOwnGoal(t *testing.T) {
	b := Board{Mates: mates([2]float64{-4.3, 0}, [2]float64{-2, 0}, [2]float64{0, 2}, [2]float64{1, 0}), BallX: 1.5, Known: true, Goal: 4.5, Keeper: 1}
	roles := func(l Luar) (out []Role) {
		for n := 1; n <= 4; n++ {
			b.Me = n
			out = append(out, l.Assign(&b))
		}
		return out
	}
	require.Equal(t, []Role{Keeper, Defender, Supporter, Striker}, roles(Luar{}))
	// As published, every robot sees all at its own place: ties go to the lowest number, whoever is back.
	b.Mates[1].Pose, b.Mates[2].Pose = b.Mates[2].Pose, b.Mates[1].Pose
	require.Equal(t, []Role{Keeper, Supporter, Defender, Striker}, roles(Luar{}))
	require.Equal(t, []Role{Keeper, Defender, Supporter, Striker}, roles(Luar{Unrepaired: true}))
}

// Whoever counts, and in whatever order robots are listed, the team has one striker and one defender.
func TestRandomBoardsHaveOneOfEachRole(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	places := Places{
		"defender": {Along: "goal", Share: 0.5, Min: 1, Max: 3, From: -4, To: 0}, "supporter": {Along: "ball", Ahead: -1, Aside: 1, From: -4, To: 4},
		"wing": {Along: "ball", Ahead: 2, Aside: 1, From: -4, To: 4},
	}
	for range max(fuzzn.N(t)/200, 50) {
		var at [][2]float64
		for range 5 {
			at = append(at, [2]float64{9 * (rng.Float64() - 0.5), 6 * (rng.Float64() - 0.5)})
		}
		b := Board{Mates: mates(at...), BallX: 4 * rng.NormFloat64(), BallY: 3 * rng.NormFloat64(), Known: true, Goal: 4.5, Keeper: 1}
		count := map[Role]int{}
		for n := 1; n <= 5; n++ {
			b.Me = n
			count[(LeastTime{Places: places}).Assign(&b)]++
		}
		require.Equal(t, map[Role]int{Keeper: 1, Striker: 1, Defender: 1, Supporter: 1, Wing: 1}, count)
	}
}

func situation(x, y float64) Situation {
	return Situation{
		BallX: x, BallY: y, Goal: 4.5, GoalHalf: 0.75, HalfWidth: 3, Direct: true, Kick: Kick{Distance: 4.5, Side: 2.6, Error: 0.07, Direction: 0.122},
	}
}

func TestDecisions(t *testing.T) {
	s := situation(2.5, 0)
	require.Equal(t, Shoot, Decide(&s).Choice, "free before the goal")
	s = situation(3.2, 0)
	s.Opponents = [][2]float64{{4.3, 0}}
	d := Decide(&s)
	require.Equal(t, Shoot, d.Choice)
	require.NotZero(t, d.Y, "not at the keeper")
	s = situation(-4, 0.5)
	require.Contains(t, []Choice{Clear, Shoot}, Decide(&s).Choice, "away from the own goal")
	s = situation(3.5, 2.4)
	s.Opponents = [][2]float64{{4, 1.6}, {4.3, 0.5}}
	s.Mates = [][2]float64{{3.2, 0}}
	require.Equal(t, Pass, Decide(&s).Choice, "to who is free before the goal")
	s = situation(2.5, 0)
	s.Direct = false
	require.Less(t, AtGoal(&s).Value, 0.3, "a goal would not count")
}

func TestAWrongPlanIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		"team: a\nroles: nearest\nball: goal\nmachines: {game: a, body: a, head: a, role: a}\nplaces: {defender: {along: goal}, supporter: {along: goal}, wing: {along: goal}}\nkick_off: {own: [[0, 0]], other: [[0, 0]]}\noffences: {trip: 1}\n": `offences: "trip"; expected push, leave`,
		"team: a\nroles: magic\nball: goal\n": `roles: "magic"; expected least_time, luar, luar_unrepaired or nearest`,
		"team: a\nroles: luar\nball: foot\n":  `ball: "foot": expected "value" or "goal"`,
		"roles: luar\n":                       "team: missing",
		"":                                    "the file is empty; expected team, about, machines",
		"team: a\nroles: luar\nball: goal\nmachines: {game: a, body: a, head: a, role: a}\nkeeper: {depth: .nan}\n":                         "keeper.depth: NaN: expected 0 to 3",
		"team: a\nroles: luar\nball: goal\nmachines: {game: a, body: a, head: a, role: a}\nkeeper: {comes_out: -1}\n":                       "keeper.comes_out: -1.0: expected 0 to 10",
		"team: a\nroles: luar\nball: goal\nmachines: {game: a, body: a, head: a, role: a}\nplaces: {wing: {along: ball, from: 2, to: 1}}\n": "places.wing: min 0, max 0, from 2, to 1: expected min up to max, and from up to to",
		"team: a\nrolls: luar\n": `rolls: no such key (did you mean "roles"?)`,
	} {
		_, err := ParsePlan("mine.yaml", []byte(text))
		require.ErrorContains(t, err, "team: mine.yaml:")
		require.ErrorContains(t, err, want)
	}
}
