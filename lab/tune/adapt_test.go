package tune

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/seeds"
	"gonao/lab/trial"
)

// made is a behaviour that is stable while its durations and amplitudes are as they
// have to be, and the better the faster and wider it is.
type made struct {
	load            float64
	slowerThan      float64 // duration factor from which on it is stable
	smallerThan     float64 // amplitude factor up to which it is
	unstableOnSeed3 bool
	scales          bool
}

func (m *made) Title() string { return "made up" }
func (m *made) Scales() bool  { return m.scales }
func (m *made) Unit() string  { return "cm/s" }
func (m *made) Load(f Factors) (float64, string) {
	return m.load * f.Amplitude / f.Duration, "LKneePitch"
}

func (m *made) Try(f Factors, setup trial.Setup) (bool, float64, error) {
	if m.unstableOnSeed3 && setup.Seed == 3 {
		return false, math.NaN(), nil
	}
	return f.Duration >= m.slowerThan && f.Amplitude <= m.smallerThan, 10 * f.Amplitude / f.Duration, nil
}

func (m *made) Lines(f Factors) [][3]string {
	return [][3]string{{"period", "1 s", fmt.Sprintf("%.2f s", f.Duration)}}
}

func (m *made) Write(w io.Writer, _ Factors, comment string) error {
	_, err := io.WriteString(w, comment)
	return err
}

func TestSlowsWhatFallsAndRaisesItsSpeedAgain(t *testing.T) {
	for _, row := range []struct {
		name                 string
		b                    made
		duration, amplitude  float64 // at most off by a step
		stableBefore, stable bool
	}{
		{"as good as it was", made{slowerThan: 1, smallerThan: 1, scales: true}, 1, 1, true, true},
		{"could be faster", made{slowerThan: 0.7, smallerThan: 1, scales: true}, 0.73, 1, true, true},
		{"has to be slower and smaller", made{slowerThan: 1.23, smallerThan: 0.5, scales: true}, 1.3, 0.49, false, true},
		{"slots have no amplitudes", made{slowerThan: 2.1, smallerThan: 1}, 2.2, 1, false, true},
		{"too fast for the joints", made{load: 1.6, slowerThan: 0.5, smallerThan: 1, scales: true}, 2, 1, true, true},
		{"one seed of four falls", made{unstableOnSeed3: true, slowerThan: 1, smallerThan: 1, scales: true}, 4, 0.25, false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			out, err := Adapt(t.Context(), &row.b, AdaptOptions{Seeds: seeds.Range(1, 4), Workers: 1})
			require.NoError(t, err)
			require.Equal(t, row.stableBefore, out.Before.good())
			require.Equal(t, row.stable, out.Stable)
			if !row.stable {
				return
			}
			require.InEpsilon(t, row.duration, out.Found.Duration, 0.13)
			require.InEpsilon(t, row.amplitude, out.Found.Amplitude, 0.16)
			require.True(t, out.After.good())
			load, _ := row.b.Load(out.Found)
			require.LessOrEqual(t, load, usualLoad+1e-9)
			stable, _, _ := row.b.Try(out.Found, trial.Setup{Seed: 1})
			require.True(t, stable)
		})
	}
}

func TestTheTableSaysWhatChanged(t *testing.T) {
	b := &made{slowerThan: 1.23, smallerThan: 0.5, scales: true}
	out, err := Adapt(t.Context(), b, AdaptOptions{Seeds: seeds.Range(1, 2)})
	require.NoError(t, err)
	var table bytes.Buffer
	require.NoError(t, out.WriteTable(&table, b))
	require.Regexp(t, `\*\*Durations \+[0-9]+ %, amplitudes -[0-9]+ %\.\*\*`, table.String())
	require.Contains(t, table.String(), "| period | 1 s | 1.")
	require.Contains(t, out.Comment(b), "stable with 2 of 2 seeds")
}

type broken struct{ made }

func (broken) Try(Factors, trial.Setup) (bool, float64, error) {
	return false, 0, errors.New("no world")
}

func TestAFileThatCannotBeAdaptedIsRefused(t *testing.T) {
	_, err := Adapt(t.Context(), &broken{}, AdaptOptions{Seeds: seeds.Range(1, 1)})
	require.ErrorContains(t, err, "no world")
	for _, row := range []struct{ file, text, row, want string }{
		{"a.txt", "", "", "expected a file of slots or CPG (.xml), or of parameters (.yaml)"},
		{"a.xml", "", "", "expected <motion> or <cpg>"},
		{"a.xml", "<cpg name='x'/>", "", "a.xml:1"},
		{"a.xml", "<motion name='x'/>", "", "a.xml:1"},
		{"a.yaml", "omni: {frequency: 1}", "", "expected --row"},
		{"a.yaml", "omni: {frequency: 1}", "turnn", "no such row"},
		{"a.yaml", "omni: {frequency: 100}", "omni_turn", "omni.frequency 100: expected"},
		{"a.yaml", "omni: {frequency: x}", "omni_turn", `a.yaml:1: omni.frequency: "x": expected a number`},
		{"a.yaml", "omni: 3", "omni_turn", "a.yaml:1: omni: "},
		{"a.yaml", "omni: {frequency: 1}", "kick_forward", "is not a walk"},
	} {
		path := filepath.Join(t.TempDir(), row.file)
		require.NoError(t, os.WriteFile(path, []byte(row.text), 0o666))
		_, err := OpenBehaviour(path, row.row, "")
		require.ErrorContains(t, err, row.want, row.text)
	}
}

func TestTheBuiltInCPGBehavioursCanBeAdapted(t *testing.T) {
	path := filepath.Join("..", "..", "motion", "paper", "cpg", "files", "cpg_walk.xml")
	b, err := OpenBehaviour(path, "", "")
	require.NoError(t, err)
	share, where := b.Load(Factors{1, 1})
	require.Greater(t, share, 0.05)
	require.NotEmpty(t, where)
	half, _ := b.Load(Factors{2, 1})
	require.InDelta(t, share/2, half, 1e-6)
	var file bytes.Buffer
	require.NoError(t, b.Write(&file, Factors{1.23, 0.5}, "Adapted."))
	require.Contains(t, file.String(), "<!-- Adapted. -->")
	again := filepath.Join(t.TempDir(), "again.xml")
	require.NoError(t, os.WriteFile(again, file.Bytes(), 0o666))
	b, err = OpenBehaviour(again, "", "")
	require.NoError(t, err)
	less, _ := b.Load(Factors{1, 1})
	require.InEpsilon(t, share*0.5/1.23, less, 0.01)
	require.NotEmpty(t, b.Lines(Factors{2, 0.5}))
}

// wobbly stands only when it is balanced.
type wobbly struct {
	made
	balanced bool
}

func (w *wobbly) Balance() bool { w.balanced = true; return true }

func (w *wobbly) Try(f Factors, setup trial.Setup) (bool, float64, error) {
	return w.balanced && f.Duration < 1.5, 1, nil
}

func TestABehaviourThatFallsIsBalancedBeforeItIsSlowed(t *testing.T) {
	b := &wobbly{}
	out, err := Adapt(t.Context(), b, AdaptOptions{Seeds: seeds.Range(1, 3)})
	require.NoError(t, err)
	require.True(t, out.Stable)
	require.True(t, out.Balanced)
	require.Equal(t, []string{"as it was", "balance"}, []string{out.Attempts[0].Step, out.Attempts[1].Step})
	require.InDelta(t, 1, out.Found.Duration, 0)
	require.Contains(t, out.Comment(b), "balanced, durations +0 %")
	var table bytes.Buffer
	require.NoError(t, out.WriteTable(&table, b))
	require.Contains(t, table.String(), "centre of mass over the foot that bears")

	path := filepath.Join("..", "..", "motion", "motions", "kick_forward_paper.xml")
	kick, err := OpenBehaviour(path, "", "")
	require.NoError(t, err)
	require.True(t, kick.(Balancer).Balance())
	require.False(t, kick.(Balancer).Balance(), "it is already")
	var file bytes.Buffer
	require.NoError(t, kick.Write(&file, Factors{1, 1}, ""))
	require.Contains(t, file.String(), `support="right"`)
}
