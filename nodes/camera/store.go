package camera

import (
	"slices"
	"sync"
	"time"

	"gonao/internal/si"
	"gonao/internal/throttle"
	"gonao/msgs"
	"gonao/nao"
	"gonao/nodes/internal/images"
	"gonao/ros"
)

// sighted identifies an image in which a wanted colour was seen.
type sighted struct {
	taken time.Time
	label string
}

// store stores images, and decides which to store for the objects in them.
type store struct {
	*images.Store
	node   *ros.Node
	warned throttle.Counter

	mu   sync.Mutex
	cfg  Store
	kept int // number of images stored for their objects
	last [nao.NumCameras]time.Time
}

func newStore(n *ros.Node, cfg Store) *store {
	s := &store{node: n, cfg: cfg, warned: throttle.Counter{Period: 10 * time.Second}}
	s.Store = images.NewStore(cfg.Files, func(path string, err error) {
		if err != nil {
			s.warn("image not stored", "error", err)
			return
		}
		n.Log.Info("image stored", "file", path)
	})
	return s
}

func (s *store) applyParameters(cfg Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cfg = cfg
	s.Tune(cfg.Files)
}

func (s *store) config() Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cfg
}

// warn logs a warning unless one was logged in the last ten seconds.
func (s *store) warn(text string, args ...any) {
	if _, due := s.warned.Count(s.node.Clock.Now()); due {
		s.node.Log.Warn(text, args...)
	}
}

// seen orders the image in which a wanted colour was seen.
func (s *store) seen(m *msgs.ColorBlobArray, loops []*loop) {
	cfg := s.config()
	for _, e := range loops {
		if m.Header.FrameId != e.frame {
			continue
		}
		for i := range m.Blobs {
			if !slices.Contains(cfg.OnColors, m.Blobs[i].Color) {
				continue
			}
			if s.due(e, ros.StampTime(m.Header.Stamp), cfg) {
				select {
				case e.blobs <- sighted{ros.StampTime(m.Header.Stamp), m.Blobs[i].Color}:
				default: // the camera is closed
				}
			}
			return
		}
	}
}

// due reports whether an image may be stored again.
func (s *store) due(e *loop, taken time.Time, cfg Store) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	since := taken.Sub(s.last[e.which])
	if since >= 0 && since < si.Seconds(cfg.EverySec) || s.kept > cfg.MaxImages {
		return false
	}
	s.last[e.which] = taken
	if s.kept++; s.kept > cfg.MaxImages {
		s.node.Log.Warn("no more images are stored for what is seen", "store.max_images", cfg.MaxImages)
		return false
	}
	return true
}

// keep stores the newest image, or one before it, if a call or a detection wants it.
func (e *loop) keep(s *shot) {
	for {
		select {
		case seen := <-e.blobs:
			e.keepSeen(seen)
			continue
		default:
		}
		break
	}
	e.Keep(&s.frame, s.taken)
}

// keepSeen stores the image of a detection, if it is still in the ring.
func (e *loop) keepSeen(seen sighted) {
	for i := range e.ring {
		if e.ring[i].taken.Equal(seen.taken) {
			if !e.store.Put(&e.ring[i].frame, e.ring[i].taken, e.name, seen.label) {
				e.store.warn("image not stored: the disk is too slow", "camera", e.name)
			}
			return
		}
	}
	e.store.warn("image not stored: color_blobs came too late for it", "camera", e.name, "color", seen.label)
}

// refuse ends all orders with an error.
func (e *loop) refuse(why string) {
	e.Refuse(why)
	for {
		select {
		case <-e.blobs:
			continue
		default:
			return
		}
	}
}
