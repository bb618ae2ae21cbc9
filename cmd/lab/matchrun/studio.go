package matchrun

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	studionode "gonao/nodes/studio"
	"gonao/soccer/match/show"
	"gonao/studio/site"
)

// studioSocket is the file descriptor of the socket on which the studio passes browsers.
const studioSocket = 3

// serveStudio serves the match to the browsers that the studio lets in. Only the studio reaches the socket, and it has checked
// the users. The match ends when its input ends, since the studio has ended then, for whatever reason.
func (w *watcher) serveStudio(ctx context.Context, cancel func(), running *sync.WaitGroup, s *show.Show) error {
	file := os.NewFile(studioSocket, "studio")
	l, err := net.FileListener(file)
	if err != nil {
		return fmt.Errorf("the socket of the studio: %w", err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("the socket of the studio: %w", err)
	}
	go w.endWithInput(cancel)
	w.graph = studionode.NewGraphView(w.machines.node, w.server, s.Between)
	running.Go(func() { w.graph.Run(ctx) })
	running.Go(func() { w.machines.run(ctx) })
	doors := &visits{}
	hs := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if !doors.enter() {
			http.Error(out, "the match has ended", http.StatusServiceUnavailable)
			return
		}
		defer doors.leave()
		name, role := site.VisitorBeside(r)
		_ = w.server.Accept(ctx, out, r, name, role) // the browser has left
	})}
	running.Go(func() {
		_ = hs.Serve(l) // it ends with the match
		doors.close()
	})
	context.AfterFunc(ctx, func() { _ = hs.Close() })
	return nil
}

// endWithInput calls cancel when the input ends: the studio has ended then, for whatever reason. It runs until the program ends, since a
// read of the input cannot be interrupted.
func (p program) endWithInput(cancel func()) {
	_, _ = io.Copy(io.Discard, p.In)
	cancel()
}

// visits counts browsers that are served. No browser enters after close, which waits for those inside. A sync.WaitGroup alone may not
// count a new browser during Wait.
type visits struct {
	mu     sync.Mutex
	closed bool
	inside sync.WaitGroup
}

// enter reports whether a browser may be served. The browser must leave afterwards.
func (v *visits) enter() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.closed {
		v.inside.Add(1)
	}
	return !v.closed
}

func (v *visits) leave() { v.inside.Done() }

// close refuses new browsers and waits for those inside.
func (v *visits) close() {
	v.mu.Lock()
	v.closed = true
	v.mu.Unlock()
	v.inside.Wait()
}
