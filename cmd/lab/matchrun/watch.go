package matchrun

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"gonao/cmd/gonao/cli"
	command "gonao/cmd/gonao/lab"
	"gonao/cmd/lab/matchrun/eyes"
	studionode "gonao/nodes/studio"
	"gonao/soccer/match"
	"gonao/soccer/match/show"
	"gonao/studio/foxglove"
	"gonao/studio/site"
)

// The ports of the page. They differ from the ports of a studio, which gonao studio searches.
const (
	firstPort = 8785
	portCount = 10
)

// watcher shows a match that is played: on the studio's page, and as text while no browser shows it.
type watcher struct {
	program
	server *foxglove.Server
	color  bool
	speed  float64

	guests atomic.Int32 // number of browsers that show the match
	came   atomic.Bool  // a browser has shown the match
	link   string
	shown  time.Duration
	words  bool // whether the line about the browser is on the screen

	machines *machines // the machines that the page shows; nil: none
	graph    *studionode.GraphView
}

// watch plays a match at a speed and shows it, with the machines for the page (nil: none).
func (p program) watch(ctx context.Context, m *match.Match, cameras *eyes.Eyes, looked *machines, o *command.Play) error {
	w := &watcher{program: p, color: cli.Colored(p.Out), speed: o.Speed, shown: -time.Hour, machines: looked}
	w.server = foxglove.NewServer(foxglove.Options{
		Name: "gonao match", SessionID: fmt.Sprint(time.Now().UnixNano()), Metadata: map[string]string{"studio": "match"}, Now: time.Now,
		OnSession: w.session,
	})
	dark := false
	picture := func(robot int) ([]byte, error) { // the match continues without its cameras
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
	cfg := show.Config{Server: w.server, Speed: o.Speed, Now: time.Now, After: time.After, Shown: w.show, Camera: picture, CloseCamera: cameras.Close}
	if looked != nil {
		cfg.Machines = looked
	}
	s := show.New(m, cfg)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var page sync.WaitGroup
	defer page.Wait()
	defer cancel()
	switch {
	case o.Studio:
		if err := w.serveStudio(ctx, cancel, &page, s); err != nil {
			return err
		}
	case !o.NoPage:
		w.servePage(ctx, &page, o.Page)
	}
	if err := s.Run(ctx); err != nil {
		return err
	}
	if o.Studio {
		<-ctx.Done()
	} else if w.came.Load() {
		fmt.Fprintln(p.Out, "the match is over; the page shows it until Ctrl-C")
		<-ctx.Done()
	}
	return nil
}

// session counts the browsers that show the match.
func (w *watcher) session(s *foxglove.Session, open bool) {
	if open {
		w.came.Store(true)
		w.guests.Add(1)
		return
	}
	w.guests.Add(-1)
	if w.graph != nil {
		w.graph.SessionEnded(s.Number)
	}
}

// servePage serves the page until ctx ends. If the page cannot be served, the match continues as text.
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

// show shows the match as text while no browser shows it.
func (w *watcher) show(m *match.Match) {
	if w.machines != nil { // the studio shows it
		return
	}
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
