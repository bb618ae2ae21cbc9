package bag

import (
	"context"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/dynamic"
	"gonao/ros/inproc"
)

// newNode puts a node on a bus; what it logs comes into logs.
func newNode(t *testing.T, bus *inproc.Bus, name string) (n *ros.Node, logs *strings.Builder) {
	t.Helper()
	logs = new(strings.Builder)
	n, err := ros.NewNode(t.Context(), bus, name, ros.NodeOptions{Bare: true, Logger: slog.New(slog.NewTextHandler(logs, nil))})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n, logs
}

func advertise[T any, PT ros.Message[T]](t *testing.T, n *ros.Node, topic string, opts ...ros.Option) *ros.Publisher[T] {
	t.Helper()
	p, err := ros.Advertise[T, PT](n, topic, opts...)
	require.NoError(t, err)
	return p
}

// recording is a Record in a goroutine.
type recording struct {
	t        *testing.T
	stop     context.CancelFunc
	done     chan struct{}
	progress Progress
	err      error
}

func startRecord(t *testing.T, n *ros.Node, opts RecordOptions) *recording {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	r := &recording{t: t, stop: stop, done: make(chan struct{})}
	go func() {
		r.progress, r.err = Record(ctx, n, opts)
		close(r.done)
	}()
	synctest.Wait()
	return r
}

func (r *recording) end() Progress {
	r.t.Helper()
	synctest.Wait()
	r.stop()
	<-r.done
	require.NoError(r.t, r.err)
	return r.progress
}

func TestAMessageIsRecordedWithWhenItWasSentAndWhenItCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		talker, _ := newNode(t, bus, "talker")
		latched := advertise[stdmsgs.String](t, talker, "/state", ros.TransientLocal(), ros.Depth(1))
		require.NoError(t, latched.Publish(stdmsgs.String{Data: "before"}))
		sent := bus.Clock().Now()
		bus.Advance(5 * time.Second)
		dir := filepath.Join(t.TempDir(), "b")
		recorder, _ := newNode(t, bus, "recorder")
		startRecord(t, recorder, RecordOptions{Dir: dir, Define: Definitions(dynamic.Compiled()), Selection: Selection{All: true}}).end()
		for m, err := range open(t, dir).Messages(Query{}) {
			require.NoError(t, err)
			require.Equal(t, [2]time.Time{sent, sent.Add(5 * time.Second)}, [2]time.Time{m.PublishTime, m.LogTime})
			return
		}
		require.Fail(t, "nothing was recorded")
	})
}

func TestTopicsAreRecordedWithTheirTypesAndQoS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		talker, _ := newNode(t, bus, "talker")
		chat := advertise[stdmsgs.String](t, talker, "/chatter")
		latched := advertise[stdmsgs.String](t, talker, "/state", ros.TransientLocal(), ros.Depth(1))
		require.NoError(t, latched.Publish(stdmsgs.String{Data: "before"}))
		advertise[stdmsgs.String](t, talker, "/_hidden")
		advertise[stdmsgs.String](t, talker, "/unwanted")

		dir := filepath.Join(t.TempDir(), "b")
		recorder, logs := newNode(t, bus, "recorder")
		rec := startRecord(t, recorder, RecordOptions{
			Dir: dir, Define: Definitions(dynamic.Compiled()),
			Selection: Selection{All: true, Exclude: regexp.MustCompile("unwanted")},
		})
		bus.Advance(time.Second)
		require.NoError(t, chat.Publish(stdmsgs.String{Data: "hello 0"}))
		synctest.Wait()

		joints := advertise[sensormsgs.JointState](t, talker, "/joints", ros.SensorData()) // while it records
		synctest.Wait()
		time.Sleep(2 * time.Second) // the graph is looked at once a second at least
		synctest.Wait()
		bus.Advance(time.Second)
		require.NoError(t, joints.Publish(sensormsgs.JointState{Name: []string{"HeadYaw"}}))
		require.NoError(t, chat.Publish(stdmsgs.String{Data: "hello 1"}))
		end := rec.end()
		require.Equal(t, uint64(4), end.Messages)
		require.Zero(t, end.Dropped)
		require.Equal(t, []string{"/chatter", "/joints", "/state"}, end.Topics)
		require.Empty(t, logs.String())

		r := open(t, dir)
		require.Empty(t, r.Warnings())
		require.Equal(t, hellos(2), heard(t, r))
		var order []string
		for m, err := range r.Messages(Query{}) {
			require.NoError(t, err)
			order = append(order, m.Topic.Name+" "+m.LogTime.Sub(time.Unix(0, 0)).String())
		}
		require.Equal(t, []string{"/state 0s", "/chatter 1s", "/joints 2s", "/chatter 2s"}, order)
		topic, err := r.Topic("/joints")
		require.NoError(t, err)
		require.Equal(t, []ros.QoS{{Depth: 5}}, topic.QoS)
		require.NoError(t, topic.CheckType(new(sensormsgs.JointState)))
		require.Contains(t, topic.Definition, "MSG: std_msgs/Header\n")
		state, err := r.Topic("/state")
		require.NoError(t, err)
		require.True(t, state.QoS[0].TransientLocal)
	})
}

func TestChosenTopicsAreRecordedAndNoOthers(t *testing.T) {
	s := Selection{Topics: []string{"/a", "/_b"}, Regex: regexp.MustCompile("^/nao[12]/"), Exclude: regexp.MustCompile("image")}
	for name, want := range map[string]bool{
		"/a": true, "/_b": true, "/c": false, "/nao1/imu": true, "/nao3/imu": false, "/nao1/image": false, "/nao1/_x": false,
	} {
		require.Equal(t, want, s.matches(name), name)
	}
	s.All = true
	require.True(t, s.matches("/c"))
	require.False(t, s.matches("/_c"))
	s.Hidden = true
	require.True(t, s.matches("/_c"))
}

func TestAPublisherThatOffersLessIsHeardToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		talker, _ := newNode(t, bus, "talker")
		reliable := advertise[stdmsgs.String](t, talker, "/chatter")
		dir := filepath.Join(t.TempDir(), "b")
		recorder, logs := newNode(t, bus, "recorder")
		rec := startRecord(t, recorder, RecordOptions{Dir: dir, Selection: Selection{Topics: []string{"/chatter"}}})
		require.NoError(t, reliable.Publish(stdmsgs.String{Data: "hello 0"}))
		effort := advertise[stdmsgs.String](t, talker, "/chatter", ros.BestEffort())
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.NoError(t, effort.Publish(stdmsgs.String{Data: "hello 1"}))
		require.NoError(t, reliable.Publish(stdmsgs.String{Data: "hello 2"}))
		require.Equal(t, uint64(3), rec.end().Messages)
		require.Equal(t, hellos(3), heard(t, open(t, dir)))
		require.Contains(t, logs.String(), "a publisher offers less QoS")
		require.Contains(t, logs.String(), "recorded without its definition")
	})
}

func TestADefinitionThatDiffersIsNotTakenFromTheLibrary(t *testing.T) {
	define := Definitions(dynamic.Compiled())
	hash := new(stdmsgs.String).TypeHash()
	_, err := define(t.Context(), "std_msgs/msg/String", []ros.EndpointInfo{{Hash: hash}, {Node: "/old", Hash: "RIHS01_00"}})
	require.EqualError(t, err, "the definition differs: the publisher /old has RIHS01_00, here it is "+hash)
	_, err = define(t.Context(), "std_msgs/msg/Strin", nil)
	require.ErrorContains(t, err, "std_msgs/msg/Strin")
}

func TestWhatTheDiskCannotTakeIsDroppedAndCounted(t *testing.T) {
	w, err := Create(filepath.Join(t.TempDir(), "b"), Options{})
	require.NoError(t, err)
	require.NoError(t, w.AddTopic(chatter()))
	q := newQueue(w, ros.NewSystemClock(), 100)
	in := q.input("/chatter")
	w.mu.Lock() // the disk stands still
	for range 50 {
		in(text("hello 0"), time.Time{})
	}
	w.mu.Unlock()
	require.NoError(t, q.close())
	require.NoError(t, w.Close())
	require.Equal(t, uint64(50), q.written.Load()+q.dropped.Load())
	require.LessOrEqual(t, q.written.Load(), uint64(100/len(text("hello 0"))+1))
	require.Equal(t, q.written.Load(), w.Messages())
	require.Zero(t, q.waiting.Load())
}

func TestABagThatExistsIsNotWrittenOver(t *testing.T) {
	dir := writeBag(t, 1, Options{})
	n, _ := newNode(t, inproc.NewBus(), "recorder")
	_, err := Record(t.Context(), n, RecordOptions{Dir: dir})
	require.EqualError(t, err, "bag "+dir+": exists already; choose another name")
	_, err = Create(filepath.Join(t.TempDir(), "b"), Options{Compression: "gzip"})
	require.ErrorContains(t, err, `compression "gzip": expected zstd, lz4 or none`)
}

func TestAWriterTellsWhatIsWrong(t *testing.T) {
	w, err := Create(filepath.Join(t.TempDir(), "b"), Options{})
	require.NoError(t, err)
	require.NoError(t, w.AddTopic(chatter()))
	require.NoError(t, w.AddTopic(chatter()))
	other := chatter()
	other.Type = "std_msgs/msg/Bool"
	var typeError *TypeError
	require.ErrorAs(t, w.AddTopic(other), &typeError)
	require.ErrorContains(t, w.Write("/chater", at(0), at(0), nil), `topic /chater: not known (did you mean "/chatter"?)`)
	require.ErrorContains(t, w.Write("/chatter", time.Unix(-1, 0), at(0), nil), "from before 1970")
	require.NoError(t, w.Close())
	require.Error(t, w.Write("/chatter", at(0), at(0), nil))
	require.ErrorIs(t, w.Flush(), errClosed)
}
