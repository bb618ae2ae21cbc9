package matchrun

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"gonao/foxglove"
	"gonao/soccer/match"
	"gonao/soccer/match/show"
	"gonao/studio/site"
	"gonao/tool/cli"
	command "gonao/tool/match"
	"gonao/tool/matchrun/eyes"
)

// The ports of the page: not those of a studio, which gonao studio looks for.
const (
	firstPort = 8785
	portCount = 10
)

// watcher shows a match that is played: on the studio's page, and as text while no browser looks on.
type watcher struct {
	program
	server *foxglove.Server
	color  bool
	speed  float64

	guests atomic.Int32 // browsers that look on
	came   atomic.Bool  // one has looked on
	link   string
	shown  time.Duration
	words  bool // the line of text says that a browser looks on
}

// watch plays a match at a speed and shows it.
func (p program) watch(ctx context.Context, m *match.Match, cameras *eyes.Eyes, o *command.Play) error {
	w := &watcher{program: p, color: cli.Colored(p.Out), speed: o.Speed, shown: -time.Hour}
	w.server = foxglove.NewServer(foxglove.Options{
		Name: "gonao match", SessionID: fmt.Sprint(time.Now().UnixNano()), Metadata: map[string]string{"studio": "match"}, Now: time.Now,
		OnSession: func(_ *foxglove.Session, open bool) {
			if open {
				w.came.Store(true)
				w.guests.Add(1)
			} else {
				w.guests.Add(-1)
			}
		},
	})
	dark := false
	picture := func(robot int) ([]byte, error) { // a match goes on without its cameras
		if dark {
			return nil, nil
		}
		jpeg, err := cameras.Glance(robot)
		if err != nil {
			dark = true
			fmt.Fprintln(p.Errs, "no camera is shown:", err)
		}
		return jpeg, nil
	}
	s := show.New(m, show.Config{Server: w.server, Speed: o.Speed, Now: time.Now, After: time.After, Shown: w.show, Camera: picture, CloseCamera: cameras.Close})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var page sync.WaitGroup
	defer page.Wait()
	defer cancel()
	if !o.NoPage {
		w.servePage(ctx, &page, o.Page)
	}
	if err := s.Run(ctx); err != nil {
		return err
	}
	if w.came.Load() {
		fmt.Fprintln(p.Out, "the match is over; the page shows it until Ctrl-C")
		<-ctx.Done()
	}
	return nil
}

// servePage serves the page until ctx ends. A match without its page goes on as text.
func (w *watcher) servePage(ctx context.Context, running *sync.WaitGroup, dir string) {
	at, err := site.Open(site.Config{
		Name: "match", Address: "localhost", Port: firstPort, Ports: portCount, Page: dir, Now: time.Now, Links: io.Discard,
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		fmt.Fprintln(w.Errs, "the match is shown as text only:", err)
		return
	}
	w.link = at.Link()
	fmt.Fprintln(w.Out, "match: open "+w.link)
	running.Go(func() {
		if err := at.Serve(ctx, w.server, func() {}); err != nil {
			fmt.Fprintln(w.Errs, "the page:", err)
		}
	})
}

// show shows the match as text while no browser looks on.
func (w *watcher) show(m *match.Match) {
	if w.guests.Load() > 0 {
		if !w.words {
			w.words = true
			fmt.Fprintln(w.Out, "the match is shown in the browser")
		}
		return
	}
	w.words = false
	if m.Now()-w.shown < time.Duration(w.speed*float64(200*time.Millisecond)) {
		return
	}
	w.shown = m.Now()
	if w.color {
		fmt.Fprint(w.Out, "\x1b[H\x1b[2J")
	}
	if w.link != "" && w.color {
		fmt.Fprintln(w.Out, "match: open "+w.link)
	}
	fmt.Fprint(w.Out, m.Text(w.color))
}
