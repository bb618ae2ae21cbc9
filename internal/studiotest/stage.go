package studiotest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nodes/executor"
	studionode "gonao/nodes/studio"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/studio/door"
)

// Namespace is the namespace of the robot on the stage.
const Namespace = "/nao1"

// cycle is the period of the robot. The time of the bus advances by one cycle with each cycle of the wall clock.
const cycle = 12 * time.Millisecond

// Stage holds a robot's topics, an executor and a studio on one bus.
type Stage struct {
	t     *testing.T
	Bus   *inproc.Bus
	Robot *ros.Node // node that publishes in place of the body
	URL   string    // address of the page
	Dir   string    // directory of the documents
	keys  door.Keys

	history string   // directory of the recorded machine runs, "" if there is none
	skills  []string // directories of skills
}

// Options describes a stage.
type Options struct {
	Machine string            // machine that the executor runs: a name or a file of Files; "" for none
	Files   map[string]string // files in the studio's directory
	NoBody  bool              // robot_state is not published, so the executor waits for the robot
	Studio  func(*studionode.Config)

	Skills    string // directory of documents whose skills the executor offers in addition to gonao's; "" if there is none
	World     string // path of a world file, for NewWorld; "" for spl
	SimTime   bool   // for NewWorld: the time of the bus is the simulator's, however long its start takes
	NoHistory bool   // the executor does not record what its machine did
}

// NewStage starts a stage. It is stopped when the test ends.
func NewStage(t *testing.T, o Options) *Stage {
	t.Helper()
	needPage(t)
	s := &Stage{t: t, Bus: inproc.NewBus(), Dir: t.TempDir()}
	if !o.NoHistory {
		s.history = t.TempDir()
	}
	for name, text := range o.Files {
		path := filepath.Join(s.Dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	if o.Skills != "" {
		s.skills = []string{filepath.Join(s.Dir, o.Skills)}
	}
	s.Robot = s.node("body", Namespace, nil)
	if !o.NoBody {
		s.body()
	}
	s.startStudio(o)
	if o.Machine != "" {
		if _, ok := o.Files[o.Machine]; ok {
			o.Machine = filepath.Join(s.Dir, o.Machine)
		}
		s.StartExecutor(o.Machine)
	}
	return s
}

func (s *Stage) node(name, namespace string, parameters any) *ros.Node {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	o := ros.NodeOptions{Namespace: namespace, Logger: slog.New(slog.DiscardHandler)}
	if parameters != nil {
		o.Parameters = parameters
	}
	n, err := ros.NewNode(ctx, s.Bus, name, o)
	require.NoError(s.t, err)
	s.t.Cleanup(func() {
		cancel()
		n.Close() //nolint:errcheck // the test is over
	})
	return n
}

// body publishes robot_state and balls as a robot does, and plays motions with four positions.
func (s *Stage) body() {
	state, err := ros.Advertise[msgs.RobotState](s.Robot, "robot_state")
	require.NoError(s.t, err)
	blobs, err := ros.Advertise[msgs.ColorBlobArray](s.Robot, "color_blobs")
	require.NoError(s.t, err)
	_, err = ros.ServeAction(s.Robot, "play_motion", func(ctx context.Context, _ msgs.PlayMotionGoal, say func(msgs.PlayMotionFeedback)) (msgs.PlayMotionResult, error) {
		for i := range uint32(4) {
			if err := s.Robot.Clock.Sleep(ctx, 300*time.Millisecond); err != nil {
				return msgs.PlayMotionResult{ErrorCode: msgs.PlayMotionResultCanceled, PositionsReached: i}, err
			}
			say(msgs.PlayMotionFeedback{PositionsReached: i + 1, Slots: 4})
		}
		return msgs.PlayMotionResult{PositionsReached: 4}, nil
	})
	require.NoError(s.t, err)
	s.t.Cleanup(goes(func(done <-chan struct{}) {
		beat := time.NewTicker(cycle)
		defer beat.Stop()
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			case <-beat.C:
			}
			now := s.Bus.Clock().Now()
			state.Publish(msgs.RobotState{Stamp: ros.Stamp(now)}) //nolint:errcheck // the bus ends with the test
			if n%3 == 0 {
				m := msgs.ColorBlobArray{Width: 640, Height: 480, Blobs: []msgs.ColorBlob{
					{Color: "red", Azimuth: -0.3, ImageAzimuth: 0.3, Radius: 30, Confidence: 1},
					{Color: "green", Azimuth: 0.3, ImageAzimuth: -0.3, Radius: 30, Confidence: 1},
				}}
				m.Header.Stamp = ros.Stamp(now)
				blobs.Publish(m) //nolint:errcheck // the bus ends with the test
			}
			s.Bus.Advance(cycle)
		}
	}))
}

// goes runs a function in a goroutine. The function it returns stops the goroutine and waits for its end.
func goes(run func(done <-chan struct{})) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		run(done)
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-ended
	})
}

// StartExecutor starts an executor with a machine. The function it returns stops the executor.
func (s *Stage) StartExecutor(machine string) (stop func()) {
	s.t.Helper()
	return s.startExecutor(Namespace, machine)
}

func (s *Stage) startExecutor(namespace, machine string) (stop func()) {
	s.t.Helper()
	cfg := executor.DefaultConfig()
	cfg.Machine, cfg.HotReload, cfg.HistoryDir = machine, false, s.history
	cfg.Skills = s.skills
	ctx, cancel := context.WithCancel(context.Background())
	n, err := ros.NewNode(ctx, s.Bus, "executor", ros.NodeOptions{Namespace: namespace, Logger: slog.New(slog.DiscardHandler), Parameters: &cfg})
	require.NoError(s.t, err)
	ended := make(chan error, 1)
	go func() { ended <- executor.Run(ctx, n, cfg) }()
	stop = sync.OnceFunc(func() {
		cancel()
		require.NoError(s.t, <-ended)
		n.Close() //nolint:errcheck // it ends either way
	})
	s.t.Cleanup(stop)
	return stop
}

// addresses is a log handler that reports the address that the studio logs once it can be reached.
type addresses struct {
	slog.Handler
	found chan string
}

func (a addresses) Handle(_ context.Context, r slog.Record) error {
	if _, at, ok := strings.Cut(r.Message, "studio: serves the page at "); ok {
		select {
		case a.found <- at:
		default:
		}
	}
	return nil
}

func (a addresses) Enabled(context.Context, slog.Level) bool { return true }

func (a addresses) WithAttrs([]slog.Attr) slog.Handler { return a }

func (a addresses) WithGroup(string) slog.Handler { return a }

func (s *Stage) startStudio(o Options) {
	s.t.Helper()
	cfg := studionode.DefaultConfig()
	cfg.Address, cfg.Port, cfg.TokenFile = "127.0.0.1", 0, filepath.Join(s.t.TempDir(), "studio.json")
	cfg.Directory = s.Dir
	if o.Studio != nil {
		o.Studio(&cfg)
	}
	at := make(chan string, 1)
	ctx, cancel := context.WithCancel(context.Background())
	n, err := ros.NewNode(ctx, s.Bus, "studio", ros.NodeOptions{Logger: slog.New(addresses{slog.DiscardHandler, at}), Parameters: &cfg})
	require.NoError(s.t, err)
	ended := make(chan error, 1)
	go func() { ended <- studionode.Run(n.Context(), n, cfg) }()
	s.t.Cleanup(func() {
		cancel()
		require.NoError(s.t, <-ended)
		n.Close() //nolint:errcheck // it ends either way
	})
	select {
	case address := <-at:
		s.URL, _, _ = strings.Cut(address, "/login")
	case err := <-ended:
		s.t.Fatal("the studio ended: ", err)
	}
	s.keys, err = door.ReadKeys(cfg.TokenFile)
	require.NoError(s.t, err)
}

// Login returns an address that opens the page once, with a token's rights.
func (s *Stage) Login(token string) string {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.URL+"/code", nil)
	require.NoError(s.t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	defer answer.Body.Close()
	code, err := io.ReadAll(answer.Body)
	require.NoError(s.t, err)
	require.Equal(s.t, http.StatusOK, answer.StatusCode, string(code))
	return fmt.Sprintf("%s/login?code=%s", s.URL, strings.TrimSpace(string(code)))
}
