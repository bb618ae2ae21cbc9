package vision

import (
	"sync"

	"gonao/ros"
)

// health counts images for /diagnostics. It is safe for concurrent use.
type health struct {
	Updater *ros.DiagnosticsUpdater `topic:"/diagnostics" doc:"images that were used and that were not, 1 Hz"`
	mu      sync.Mutex
	images  int   // since the last report
	dropped int   // of these: unreadable, or without the camera's pose
	lost    int   // dropped since the start
	why     error // of the last dropped one
}

func (h *health) arrive() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.images++
}

func (h *health) drop(why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dropped, h.lost, h.why = h.dropped+1, h.lost+1, why
}

// diagnose reports the images since the last report, a second ago.
func (h *health) diagnose(d *ros.Diagnosis) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.images == 0:
		d.Set(ros.HealthStale, "no images")
	case h.dropped > 0:
		d.Set(ros.HealthWarn, "images without use: "+h.why.Error())
	default:
		d.Set(ros.HealthOK, "images are used")
	}
	d.Add("images", h.images)
	d.Add("images without use", h.dropped)
	d.Add("images without use since the start", h.lost)
	h.images, h.dropped = 0, 0
}

// start publishes the node's state on /diagnostics.
func (h *health) start(n *ros.Node) error {
	if err := ros.Open(n, h); err != nil {
		return err
	}
	h.Updater.Add("images", h.diagnose)
	return nil
}
