package foxglove_test

import (
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/studio/foxglove"
	"gonao/studio/foxglove/foxglovetest"
)

// Five hundred clients that come and stay: most are refused in words, memory and goroutines are bounded, and the client
// that was there before gets its messages.
func TestFiveHundredClientsThatStayTakeLittle(t *testing.T) {
	server, url := serve(t, foxglove.Options{MaxByAddress: 20})
	var channels []*foxglove.Channel
	for range 40 {
		channels = append(channels, server.AddChannel(foxglove.ChannelConfig{Topic: "/t", Encoding: "cdr", Schema: "uint8[] data"}))
	}
	good := dial(t, url)
	_, err := good.Subscribe(t.Context(), "/t")
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	goroutines := runtime.NumGoroutine()
	refused := 0
	for range 500 {
		c, err := foxglovetest.Dial(t.Context(), url, nil)
		if err != nil {
			require.ErrorContains(t, err, "503")
			refused++
			continue
		}
		t.Cleanup(c.Close)
	}
	require.Equal(t, 500-19, refused)
	data := make([]byte, 10_000)
	for range 100 {
		for _, c := range channels {
			c.Publish(time.Unix(1, 0), data)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(20<<20))
	require.Less(t, runtime.NumGoroutine()-goroutines, 20*20)
	_, err = good.Next(t.Context(), "/t")
	require.NoError(t, err)
}

func TestARefusedClientReadsWhyAndMayComeWhenOneHasGone(t *testing.T) {
	_, url := serve(t, foxglove.Options{MaxSessions: 2})
	first := dial(t, url)
	dial(t, url)
	get := func() (int, string) {
		r, err := http.Get("http" + url[len("ws"):])
		require.NoError(t, err)
		defer r.Body.Close()
		text := make([]byte, 200)
		n, _ := r.Body.Read(text)
		return r.StatusCode, string(text[:n])
	}
	status, text := get()
	require.Equal(t, http.StatusServiceUnavailable, status)
	require.Contains(t, text, "2 clients are connected, which is the limit: close one")
	first.Close()
	require.Eventually(t, func() bool {
		c, err := foxglovetest.Dial(t.Context(), url, nil)
		if err == nil {
			c.Close()
		}
		return err == nil
	}, time.Minute, time.Millisecond)
}
