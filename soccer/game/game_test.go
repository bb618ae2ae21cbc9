package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/game"
)

const sec = time.Second

// newMatch returns a match by a book, between the teams 24 (home) and 5.
func newMatch(t testing.TB, book string, edit ...func(*game.Setup)) game.Match {
	t.Helper()
	b, err := game.Load(book)
	require.NoError(t, err)
	setup := game.Setup{Teams: [2]game.TeamSetup{{Number: 24}, {Number: 5}}}
	for _, e := range edit {
		e(&setup)
	}
	r, err := game.NewRules(b, setup)
	require.NoError(t, err)
	return game.NewMatch(r)
}

// do applies actions that must be legal.
func do(t testing.TB, m game.Match, actions ...game.Action) game.Match {
	t.Helper()
	for _, a := range actions {
		var err error
		m, err = m.Apply(a)
		require.NoError(t, err)
	}
	return m
}

// kickOff leads a match by spl2025 or hsl2026 to PLAYING, with the delays of the view over.
func kickOff(t testing.TB, m game.Match) game.Match {
	t.Helper()
	if m.Rules.Book.Match.Standby {
		m = do(t, m, game.Action{Kind: game.WaitForReady})
	}
	m = do(t, m, game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: m.Game.Kicking}).Seek(45 * sec)
	require.Equal(t, game.Set, m.Game.State)
	m = do(t, m, game.Action{Kind: game.FreeSetPlay}).Seek(20 * sec)
	require.Equal(t, game.Playing, m.Game.State)
	_, delayed := m.Delayed()
	require.False(t, delayed)
	return m
}

func TestAKickOffGoesThroughItsStatesAndRobotsSeeThemLater(t *testing.T) {
	m := newMatch(t, "spl2025")
	require.Equal(t, game.Initial, m.Game.State)
	m = do(t, m, game.Action{Kind: game.WaitForReady}, game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: game.Home})
	require.Equal(t, game.Ready, m.Game.State)
	require.Equal(t, game.Standby, m.View().State, "robots have to see the referee")
	m = m.Seek(45*sec - 1)
	require.Equal(t, game.Standby, m.View().State)
	m = m.Seek(1)
	require.Equal(t, game.Set, m.Game.State)
	require.Equal(t, game.Set, m.View().State, "the view has caught up")
	require.Equal(t, 600*sec, m.Game.Clock.Remaining, "the clock waits for the first kick-off")

	m = do(t, m, game.Action{Kind: game.FreeSetPlay}).Seek(10*sec - 1)
	require.Equal(t, game.KickOff, m.Game.SetPlay)
	m = m.Seek(1)
	require.Equal(t, game.NoSetPlay, m.Game.SetPlay, "ball free after 10 s")
	require.Equal(t, game.Set, m.View().State, "which does not end the delay")
	m = m.Seek(5*sec - 1)
	require.Equal(t, game.Set, m.View().State)
	m = m.Seek(1)
	require.Equal(t, game.Playing, m.View().State)
	require.Equal(t, 585*sec, m.Game.Clock.Remaining)
}

func TestAGoalIsSeenLater(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025"))
	m = do(t, m, game.Action{Kind: game.Goal, Side: game.Away}).Seek(14 * sec)
	require.Equal(t, 1, m.Game.Team(game.Away).Score)
	require.Equal(t, game.Ready, m.Game.State)
	require.Equal(t, game.Home, m.Game.Kicking)
	require.Zero(t, m.View().Team(game.Away).Score)
	require.Equal(t, game.Playing, m.View().State)
	m = m.Seek(1 * sec)
	require.Equal(t, 1, m.View().Team(game.Away).Score)

	m = do(t, kickOff(t, newMatch(t, "hsl2026")), game.Action{Kind: game.Goal, Side: game.Away})
	require.Equal(t, 1, m.View().Team(game.Away).Score, "the GameController of 2026 delays no goal")
}

func TestWhatRobotsSeeEndsWithAnActionThatDoesNotFit(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025"))
	m = do(t, m, game.Action{Kind: game.Goal, Side: game.Away}, game.Action{Kind: game.Penalize, Side: game.Home, Player: 2, Penalty: game.Pushing})
	_, delayed := m.Delayed()
	require.True(t, delayed, "a penalty is possible in both games")
	require.Equal(t, game.Pushing, m.View().Player(game.Home, 2).Penalty)
	m = do(t, m, game.Action{Kind: game.WaitForSetPlay})
	_, delayed = m.Delayed()
	require.False(t, delayed, "SET is not possible in PLAYING, which robots still saw")
}

func TestPenaltiesCountInReadyAndPlayingAndGrow(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025"))
	push := func(n int) game.Action {
		return game.Action{Kind: game.Penalize, Side: game.Home, Player: n, Penalty: game.Pushing}
	}
	back := game.Action{Kind: game.Unpenalize, Side: game.Home, Player: 2}
	m = do(t, m, push(2), push(3)).Seek(10 * sec)
	require.Equal(t, 35*sec, m.Game.Player(game.Home, 2).Timer.Remaining)
	require.Equal(t, 45*sec, m.Game.Player(game.Home, 3).Timer.Remaining, "10 s more")
	require.ErrorContains(t, m.Legal(back), "35s of the penalty are left")
	require.ErrorContains(t, m.Legal(push(2)), "has the penalty pushing already")
	m = do(t, m, game.Action{Kind: game.Goal, Side: game.Home}).Seek(20 * sec)
	require.Equal(t, 15*sec, m.Game.Player(game.Home, 2).Timer.Remaining, "READY counts")
	m = m.Seek(25 * sec)
	require.Equal(t, game.Set, m.Game.State)
	require.Zero(t, m.Game.Player(game.Home, 2).Timer.Remaining)
	left := m.Game.Player(game.Home, 3).Timer.Remaining
	m = m.Seek(100 * sec)
	require.Equal(t, left, m.Game.Player(game.Home, 3).Timer.Remaining, "SET does not count")
	m = do(t, m, back)
	require.Equal(t, game.NoPenalty, m.Game.Player(game.Home, 2).Penalty)
}

func TestAPenaltyOf2026CountsFromThePlacement(t *testing.T) {
	m := kickOff(t, newMatch(t, "hsl2026"))
	m = do(t, m, game.Action{Kind: game.Penalize, Side: game.Away, Player: 2, Penalty: game.BallHolding}).Seek(20 * sec)
	back := game.Action{Kind: game.Unpenalize, Side: game.Away, Player: 2}
	m = do(t, m, back)
	require.Equal(t, 30*sec, m.Game.Player(game.Away, 2).Timer.Remaining, "now it stands at the touchline")
	require.Error(t, m.Legal(back))
	m = do(t, m.Seek(30*sec), back)
	require.Equal(t, game.NoPenalty, m.Game.Player(game.Away, 2).Penalty)
	m = do(t, m, game.Action{Kind: game.Penalize, Side: game.Away, Player: 2, Penalty: game.Inactive}, back)
	require.Equal(t, 45*sec, m.Game.Player(game.Away, 2).Timer.Remaining, "each penalty after the first is longer")
}

func TestMotionInSetEndsByItself(t *testing.T) {
	for book, seconds := range map[string]time.Duration{"spl2025": 15, "hsl2026": 10} {
		m := newMatch(t, book, func(s *game.Setup) { s.NoDelay = true })
		if m.Rules.Book.Match.Standby {
			m = do(t, m, game.Action{Kind: game.WaitForReady})
		}
		m = do(t, m, game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: game.Home}).Seek(45 * sec)
		m = do(t, m, game.Action{Kind: game.Penalize, Side: game.Home, Player: 4, Penalty: game.MotionInSet}).Seek(100 * sec)
		m = do(t, m, game.Action{Kind: game.FreeSetPlay}).Seek(seconds*sec - 1)
		require.Equal(t, game.MotionInSet, m.Game.Player(game.Home, 4).Penalty, book)
		m = m.Seek(1)
		require.Equal(t, game.NoPenalty, m.Game.Player(game.Home, 4).Penalty, book)
	}
}

func TestTheSecondHalfComesAfterHalfOfTheBreak(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025"))
	m = do(t, m, game.Action{Kind: game.Penalize, Side: game.Home, Player: 2, Penalty: game.Pushing}, game.Action{Kind: game.FinishHalf})
	require.Equal(t, game.Finished, m.Game.State)
	require.Zero(t, m.Game.Player(game.Home, 2).Timer.Remaining)
	m = m.Seek(300 * sec)
	require.Equal(t, game.SecondHalf, m.Game.Phase)
	require.Equal(t, game.Initial, m.Game.State)
	require.Equal(t, game.Away, m.Game.Kicking)
	require.False(t, m.Game.HomeOnLeft, "sides are changed")
	require.Equal(t, game.NoPenalty, m.Game.Player(game.Home, 2).Penalty)
	require.Equal(t, 300*sec, m.Game.Secondary.Remaining, "of the break")
}

func TestATimeoutGivesTheClockItsTimeBack(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025"))
	m = do(t, m, game.Action{Kind: game.Goal, Side: game.Home})
	at := m.Game.Clock.Remaining
	m = do(t, m.Seek(30*sec), game.Action{Kind: game.TakeTimeout, Side: game.Home})
	require.Equal(t, at, m.Game.Clock.Remaining)
	require.Equal(t, game.Away, m.Game.Kicking, "the kick-off is for the others")
	require.Equal(t, 300*sec, m.Game.Secondary.Remaining)
	require.ErrorContains(t, m.Legal(game.Action{Kind: game.TakeTimeout, Side: game.Home}), "no timeout left")
	m = do(t, m, game.Action{Kind: game.TakeTimeout, Side: game.Away})
	require.Equal(t, 600*sec, m.Game.Secondary.Remaining)
}

func TestTenGoalsEndTheGame(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025", func(s *game.Setup) { s.NoDelay = true }))
	for i := range 10 {
		require.Equal(t, game.Playing, m.Game.State, "goal %d", i+1)
		m = do(t, m, game.Action{Kind: game.Goal, Side: game.Home})
		if i < 9 {
			m = do(t, m.Seek(45*sec), game.Action{Kind: game.FreeSetPlay})
		}
	}
	require.Equal(t, game.Finished, m.Game.State)
	require.Equal(t, game.SecondHalf, m.Game.Phase, "there is no other half")
}

func TestMessagesOverTheBudgetCostTheScore(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025", func(s *game.Setup) { s.NoDelay = true }))
	m = do(t, m, game.Action{Kind: game.Goal, Side: game.Home})
	say := game.Action{Kind: game.TeamMessage, Side: game.Home}
	for range 1200 {
		m = do(t, m, say)
	}
	require.Equal(t, 1, m.Game.Team(game.Home).Score)
	m = do(t, m, say)
	require.Zero(t, m.Game.Team(game.Home).Score)
	require.True(t, m.Game.Team(game.Home).IllegalCommunication)
	m = do(t, m.Seek(45*sec), game.Action{Kind: game.FreeSetPlay}, game.Action{Kind: game.Goal, Side: game.Home})
	require.Zero(t, m.Game.Team(game.Home).Score, "goals count no more")

	long := game.Action{Kind: game.TeamMessage, Side: game.Away, Illegal: true}
	m = do(t, m, long)
	require.True(t, m.Game.Team(game.Away).IllegalCommunication)
}

func TestAFoulIsAPenaltyAndARestart(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025"))
	foul := game.Action{Kind: game.Penalize, Side: game.Home, Player: 3, Penalty: game.Pushing, SetPlay: game.PushingFreeKick}
	m = do(t, m, foul)
	require.Equal(t, game.Away, m.Game.Kicking)
	require.Equal(t, game.PushingFreeKick, m.Game.SetPlay)
	foul.Player = 4
	require.ErrorContains(t, m.Legal(foul), "without a set play")
	require.Equal(t, game.NoSetPlay, m.Seek(30*sec).Game.SetPlay)

	m = do(t, kickOff(t, newMatch(t, "spl2025")), game.Action{Kind: game.Penalize, Side: game.Home, Player: 3, Penalty: game.Pushing, SetPlay: game.PenaltyKick})
	require.Equal(t, game.Ready, m.Game.State)
	m = m.Seek(30 * sec)
	require.Equal(t, game.Set, m.Game.State)
}

func TestPlayIsStoppedBeforeASetPlayOf2026(t *testing.T) {
	m := do(t, kickOff(t, newMatch(t, "hsl2026")), game.Action{Kind: game.StartSetPlay, SetPlay: game.CornerKick, Side: game.Home})
	require.True(t, m.Game.Stopped)
	clock := m.Game.Clock.Remaining
	m = m.Seek(60 * sec)
	require.Equal(t, clock, m.Game.Clock.Remaining)
	require.Equal(t, game.CornerKick, m.Game.SetPlay)
	m = do(t, m, game.Action{Kind: game.ResumePlay}).Seek(45 * sec)
	require.Equal(t, game.NoSetPlay, m.Game.SetPlay)
}

func TestTwoCautionsSendOff(t *testing.T) {
	m := kickOff(t, newMatch(t, "hsl2026"))
	warn := game.Action{Kind: game.Warn, Side: game.Home, Player: 2}
	m = do(t, m, warn, warn)
	require.Equal(t, 1, m.Game.Player(game.Home, 2).Cautions)
	m = do(t, m, game.Action{Kind: game.Caution, Side: game.Home, Player: 2})
	require.Equal(t, game.SentOff, m.Game.Player(game.Home, 2).Penalty)
	require.Error(t, m.Legal(game.Action{Kind: game.Unpenalize, Side: game.Home, Player: 2, Force: true}))
	m = do(t, m, game.Action{Kind: game.FinishHalf}).Seek(300 * sec)
	require.Equal(t, game.SentOff, m.Game.Player(game.Home, 2).Penalty)
}

func TestAShootOutEndsWhenATeamCanWinNoMore(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025", func(s *game.Setup) { s.NoDelay = true }))
	m = do(t, m, game.Action{Kind: game.FinishHalf}, game.Action{Kind: game.SwitchHalf})
	m = kickOff(t, m)
	m = do(t, m, game.Action{Kind: game.FinishHalf}, game.Action{Kind: game.StartPenaltyShootout, Side: game.Home})
	shot := func(goal bool) {
		t.Helper()
		striker := m.Game.Kicking
		if m.Game.State == game.Finished {
			striker = striker.Other()
		}
		m = do(t, m, game.Action{Kind: game.WaitForPenaltyShot})
		require.Equal(t, striker, m.Game.Kicking)
		require.Error(t, m.Legal(game.Action{Kind: game.FreePenaltyShot}), "nobody is selected")
		m = do(t, m,
			game.Action{Kind: game.SelectPenaltyShotPlayer, Side: striker, Player: 4},
			game.Action{Kind: game.SelectPenaltyShotPlayer, Side: striker.Other(), Player: 1, Force: true},
			game.Action{Kind: game.FreePenaltyShot})
		if goal {
			require.Error(t, m.Legal(game.Action{Kind: game.Goal, Side: striker.Other()}))
			m = do(t, m, game.Action{Kind: game.Goal, Side: striker})
		} else {
			m = do(t, m, game.Action{Kind: game.FinishPenaltyShot})
		}
	}
	shot(true)
	shot(false)
	shot(true)
	shot(false)
	require.Error(t, m.Legal(game.Action{Kind: game.WaitForPenaltyShot}), "2:0 with one shot left")
	require.Equal(t, uint16(0b11), m.Game.Team(game.Home).ShotsScored)
}

func TestActionsAreUndone(t *testing.T) {
	var h game.History
	m := kickOff(t, newMatch(t, "spl2025"))
	before := m
	h.Add(m)
	m = do(t, m, game.Action{Kind: game.Goal, Side: game.Home})
	require.NotEqual(t, before.Game, m.Game)
	undone, err := h.Undo(1)
	require.NoError(t, err)
	require.Equal(t, before, undone)
	_, err = h.Undo(1)
	require.ErrorContains(t, err, "no such action")
}

func TestSubstitutesWaitAsIfPickedUp(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025"))
	m = do(t, m, game.Action{Kind: game.Substitution, Side: game.Home, Player: 8, Out: 1})
	require.Equal(t, game.PickedUp, m.Game.Player(game.Home, 8).Penalty)
	require.Equal(t, 45*sec, m.Game.Player(game.Home, 8).Timer.Remaining)
	require.Equal(t, 8, m.Game.Team(game.Home).Goalkeeper)
	require.Equal(t, 4, m.Game.OnField(game.Home))
}

func TestAWrongSetupIsRefused(t *testing.T) {
	b, err := game.Load("spl2025")
	require.NoError(t, err)
	for want, edit := range map[string]func(*game.Setup){
		"players per team: 8: expected 1 to 7": func(s *game.Setup) { s.Players = 8 },
		"players per team: -1":                 func(s *game.Setup) { s.Players = -1 },
		"both teams have the number 5":         func(s *game.Setup) { s.Teams[0].Number = 5 },
		"away: number: 255":                    func(s *game.Setup) { s.Teams[1].Number = 255 },
		"home: field_color: 10":                func(s *game.Setup) { s.Teams[0].FieldColor = 10 },
		"home: goalkeeper 6: expected 1 to 5":  func(s *game.Setup) { s.Teams[0].GoalkeeperNumber = 6 },
	} {
		setup := game.Setup{Teams: [2]game.TeamSetup{{Number: 24}, {Number: 5}}}
		edit(&setup)
		_, err := game.NewRules(b, setup)
		require.ErrorContains(t, err, want)
	}
}

func TestTimeCostsNoAllocation(t *testing.T) {
	m := kickOff(t, newMatch(t, "spl2025"))
	require.Zero(t, testing.AllocsPerRun(100, func() { m = m.Seek(12 * time.Millisecond) }))
}
