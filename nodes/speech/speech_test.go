package speech

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao/devices/speech"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/ros/paramtest"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/speech.yaml", "/speech", DefaultConfig()))
}

func TestNamesTheParameterThatIsWrong(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		`language: "../en": expected a name such as`:       func(c *Config) { c.Text.Language = "../en" },
		`volume: 2.0: expected 0 to 1`:                     func(c *Config) { c.Text.Volume = 2 },
		`words_per_minute: 20: expected 80 to 450`:         func(c *Config) { c.Text.WordsPerMinute = 20 },
		`output: "radio": expected "auto", "sound" or "fi`: func(c *Config) { c.Output = "radio" },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		require.ErrorContains(t, param.Check(&cfg), want)
	}
}

// mouth takes a second for each word, and remembers them.
type mouth struct {
	mu     sync.Mutex
	said   []speech.Text
	played []string
	err    error
}

func (m *mouth) Render(ctx context.Context, t speech.Text, file string) (time.Duration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil || ctx.Err() != nil {
		return 0, errors.Join(m.err, ctx.Err())
	}
	m.said = append(m.said, t)
	return time.Duration(len(strings.Fields(t.Words))) * time.Second, os.WriteFile(file, []byte(t.Words), 0o644)
}

func (m *mouth) words() (out []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range m.said {
		out = append(out, t.Words)
	}
	return out
}

type bench struct {
	bus    *inproc.Bus
	tester *ros.Node
	mouth  *mouth
	texts  *ros.Publisher[stdmsgs.String]
	say    *ros.ActionClient[msgs.SayGoal, msgs.SayResult, msgs.SayFeedback]
}

func onBus(t *testing.T, cfg Config, sound bool, test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) {
		b := &bench{bus: inproc.NewBus(), mouth: &mouth{}}
		running := cfg
		node := func(name string, config any) *ros.Node {
			n, err := ros.NewNode(context.Background(), b.bus, name, ros.NodeOptions{
				Namespace: "nao1", Parameters: config, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
			})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, n.Close()) })
			return n
		}
		b.tester = node("tester", nil)
		var err error
		b.texts, err = ros.Advertise[stdmsgs.String](b.tester, "speech")
		require.NoError(t, err)
		b.say, err = ros.NewActionClient[msgs.SayGoal, msgs.SayResult, msgs.SayFeedback](b.tester, "say")
		require.NoError(t, err)
		n := node("speech", &running)
		s := &speaker{
			Node: n, voice: b.mouth, sound: func() bool { return sound },
			play: func(ctx context.Context, file, _ string) error {
				text, err := os.ReadFile(file)
				b.mouth.mu.Lock()
				b.mouth.played = append(b.mouth.played, string(text))
				b.mouth.mu.Unlock()
				return errors.Join(err, n.Clock.Sleep(ctx, 3*time.Second))
			},
		}
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- s.run(ctx, cfg) }()
		synctest.Wait()
		defer func() {
			cancel()
			require.NoError(t, <-ended)
		}()
		test(t, b)
	})
}

// pass lets time pass in steps of 100 ms.
func (b *bench) pass(d time.Duration) {
	for ; d > 0; d -= 100 * time.Millisecond {
		b.bus.Advance(100 * time.Millisecond)
		synctest.Wait()
	}
}

func (b *bench) send(t *testing.T, ctx context.Context, goal msgs.SayGoal, feedback func(msgs.SayFeedback)) *ros.GoalHandle[msgs.SayResult] {
	t.Helper()
	h, err := b.say.Send(ctx, goal, feedback)
	require.NoError(t, err)
	synctest.Wait()
	return h
}

func TestATextTakesAsLongAsItIsHeard(t *testing.T) {
	onBus(t, DefaultConfig(), false, func(t *testing.T, b *bench) {
		var spoken []float32
		h := b.send(t, t.Context(), msgs.SayGoal{Text: "hello there", Language: "fr", Volume: 0.25}, func(f msgs.SayFeedback) { spoken = append(spoken, f.Spoken) })
		b.pass(1900 * time.Millisecond)
		require.InDelta(t, 0.95, spoken[len(spoken)-1], 0.06)
		b.pass(200 * time.Millisecond)
		result, status, err := h.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusSucceeded, status)
		require.Equal(t, msgs.SayResult{Duration: 2}, result)
		require.IsIncreasing(t, spoken)
		require.InDelta(t, 1, spoken[len(spoken)-1], 0)
		require.Equal(t, []speech.Text{{Words: "hello there", Language: "fr", Volume: 0.25, WordsPerMinute: 160}}, b.mouth.said)
	})
}

func TestTextsWaitInLine(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Waiting = 3
	onBus(t, cfg, false, func(t *testing.T, b *bench) {
		require.NoError(t, b.texts.Publish(stdmsgs.String{Data: "one"}))
		synctest.Wait()
		two := b.send(t, t.Context(), msgs.SayGoal{Text: "two"}, nil)
		require.NoError(t, b.texts.Publish(stdmsgs.String{Data: "three"}))
		synctest.Wait()
		four := b.send(t, t.Context(), msgs.SayGoal{Text: "four"}, nil)
		five := b.send(t, t.Context(), msgs.SayGoal{Text: "five"}, nil)
		result, status, err := five.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusAborted, status)
		require.Equal(t, msgs.SayResult{ErrorCode: msgs.SayResultQueueFull, ErrorMsg: "too many texts wait"}, result)
		require.Equal(t, []string{"one"}, b.mouth.words())
		b.pass(5 * time.Second)
		require.Equal(t, []string{"one", "two", "three", "four"}, b.mouth.words())
		for _, h := range []*ros.GoalHandle[msgs.SayResult]{two, four} {
			_, status, err := h.Result(t.Context())
			require.NoError(t, err)
			require.Equal(t, ros.StatusSucceeded, status)
		}
	})
}

func TestCancelingEndsASpeechOrItsWaiting(t *testing.T) {
	onBus(t, DefaultConfig(), false, func(t *testing.T, b *bench) {
		first := b.send(t, t.Context(), msgs.SayGoal{Text: "a very long story"}, nil)
		second := b.send(t, t.Context(), msgs.SayGoal{Text: "never said"}, nil)
		third := b.send(t, t.Context(), msgs.SayGoal{Text: "last"}, nil)
		b.pass(time.Second)
		for _, h := range []*ros.GoalHandle[msgs.SayResult]{second, first} {
			require.NoError(t, h.Cancel(t.Context()))
			result, status, err := h.Result(t.Context())
			require.NoError(t, err)
			require.Equal(t, ros.StatusCanceled, status)
			require.Equal(t, msgs.SayResultCanceled, result.ErrorCode)
		}
		b.pass(1100 * time.Millisecond)
		_, status, err := third.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusSucceeded, status)
		require.Equal(t, []string{"a very long story", "last"}, b.mouth.words())
	})
}

func TestEachErrorHasItsNumber(t *testing.T) {
	onBus(t, DefaultConfig(), false, func(t *testing.T, b *bench) {
		for _, row := range []struct {
			goal msgs.SayGoal
			err  error
			code uint16
			text string
		}{
			{msgs.SayGoal{}, nil, msgs.SayResultBadGoal, "text: empty; expected words"},
			{msgs.SayGoal{Text: "a", Volume: 7}, nil, msgs.SayResultBadGoal, "volume: 7.0: expected 0 to 1"},
			{msgs.SayGoal{Text: "a"}, speech.ErrNoVoice, msgs.SayResultUnknownLanguage, speech.ErrNoVoice.Error()},
			{msgs.SayGoal{Text: "a"}, speech.ErrNoEngine, msgs.SayResultNoEngine, "espeak-ng is not installed: sudo apt-get install espeak-ng"},
			{msgs.SayGoal{Text: "a"}, errors.New("hoarse"), msgs.SayResultEngineFailed, "hoarse"},
		} {
			b.mouth.err = row.err
			result, status, err := b.send(t, t.Context(), row.goal, nil).Result(t.Context())
			require.NoError(t, err)
			require.Equal(t, ros.StatusAborted, status)
			require.Equal(t, msgs.SayResult{ErrorCode: row.code, ErrorMsg: row.text}, result)
		}
	})
}

func TestSoundIsPlayedWhereThereIsADevice(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Directory = filepath.Join(t.TempDir(), "kept")
	onBus(t, cfg, true, func(t *testing.T, b *bench) {
		h := b.send(t, t.Context(), msgs.SayGoal{Text: "hello"}, nil)
		b.pass(3100 * time.Millisecond)
		_, status, err := h.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusSucceeded, status)
		require.Equal(t, []string{"hello"}, b.mouth.played)
		kept, err := os.ReadFile(filepath.Join(cfg.Directory, "speech_19700101T000000.000000.wav"))
		require.NoError(t, err)
		require.Equal(t, "hello", string(kept))

		require.Empty(t, paramtest.Setter(t, b.tester, "speech")("output", "file"))
		b.send(t, t.Context(), msgs.SayGoal{Text: "unheard"}, nil)
		b.pass(1100 * time.Millisecond)
		require.Equal(t, []string{"hello"}, b.mouth.played)
	})
}
