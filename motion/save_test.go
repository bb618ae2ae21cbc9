package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASaveIsChosenByWhereTheBallWillCross(t *testing.T) {
	for name, row := range map[string]struct {
		request SaveRequest
		want    SaveKind
		why     string
	}{
		"straight on":      {SaveRequest{BallKnown: true, BallX: 2, VelocityX: -2}, SaveBlock, ""},
		"to the left":      {SaveRequest{BallKnown: true, BallX: 2, VelocityX: -2, VelocityY: 0.4}, SaveDiveLeft, ""},
		"to the right":     {SaveRequest{BallKnown: true, BallX: 2, BallY: -0.4, VelocityX: -2}, SaveDiveRight, ""},
		"too far aside":    {SaveRequest{BallKnown: true, BallX: 2, BallY: 1, VelocityX: -2}, 0, "1.00 m aside: expected at most 0.75 m"},
		"stops before":     {SaveRequest{BallKnown: true, BallX: 2, VelocityX: -1}, 0, "does not come"},
		"rolls away":       {SaveRequest{BallKnown: true, BallX: 2, VelocityX: 1}, 0, "does not come"},
		"no ball":          {SaveRequest{}, 0, "kind auto without a ball"},
		"no such kind":     {SaveRequest{Kind: 9}, 0, "kind 9: expected 0 (auto)"},
		"NaN":              {SaveRequest{BallKnown: true, BallX: math.NaN(), VelocityX: -1}, 0, "expected a finite number"},
		"as it is ordered": {SaveRequest{Kind: SaveDiveRight}, SaveDiveRight, ""},
	} {
		t.Run(name, func(t *testing.T) {
			kind, _, err := row.request.Decide()
			if row.why != "" {
				require.ErrorContains(t, err, row.why)
				return
			}
			require.NoError(t, err)
			require.Equal(t, row.want, kind)
		})
	}
	at := SaveRequest{BallKnown: true, BallX: 1.8, VelocityX: -1.1}.Crosses()
	require.InDelta(t, 1.8, 1.1*at.Sec-0.16*at.Sec*at.Sec, 1e-9, "it slows down on its way")
}

func TestABlockEndsInTheStandAndADiveAsASoftFall(t *testing.T) {
	m, b, f := onFeet(t)
	task, err := m.Save(SaveRequest{Kind: SaveBlock})
	require.NoError(t, err)
	_, err = m.Kick(KickRequest{})
	require.Error(t, err, "the legs are taken")
	b.until(t, m, Posing, 5)
	require.Equal(t, "block", m.Detail())
	b.until(t, m, Standing, 600)
	require.Equal(t, Finished, m.Report(task).Outcome)
	require.Equal(t, SaveBlock, m.Report(task).Save)

	task, err = m.Save(SaveRequest{Kind: SaveDiveLeft})
	require.NoError(t, err)
	b.until(t, m, Posing, 5)
	b.run(m, 20, smooth(t))
	require.Zero(t, f.fall.softens)
	f.fall.sees = tipping
	b.until(t, m, Falling, 2)
	require.Equal(t, 1, f.fall.softens)
	require.Equal(t, Finished, m.Report(task).Outcome)
	require.Zero(t, m.Falls(), "it was meant")
	f.fall.sees = lying
	b.until(t, m, Fallen, 2)
	b.until(t, m, GettingUp, 300)
}

func TestACanceledBlockRisesAtOnce(t *testing.T) {
	m, b, _ := onFeet(t)
	task, err := m.Save(SaveRequest{Kind: SaveBlock})
	require.NoError(t, err)
	b.run(m, 20, smooth(t))
	m.CancelTask(task)
	require.Equal(t, Canceled, m.Report(task).Outcome)
	b.until(t, m, Standing, 200)

	task, err = m.Save(SaveRequest{BallKnown: true, BallX: 5, VelocityX: -3})
	require.NoError(t, err)
	b.run(m, 20, smooth(t))
	require.Equal(t, Standing, m.State(), "the ball is far away")
	m.CancelTask(task)
	b.run(m, 200, smooth(t))
	require.Equal(t, Standing, m.State())
}

func TestASaveThatCannotBeIsRefused(t *testing.T) {
	m, b, f := onFeet(t)
	_, err := m.Save(SaveRequest{})
	require.ErrorIs(t, err, ErrBadGoal)
	f.fall.sees = lying
	b.until(t, m, Fallen, 3)
	_, err = m.Save(SaveRequest{Kind: SaveBlock})
	require.ErrorIs(t, err, ErrFallen)
	m.SetLibrary(nil)
	_, err = m.Save(SaveRequest{Kind: SaveBlock})
	require.ErrorContains(t, err, `motion "block"`)
}
