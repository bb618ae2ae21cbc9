package vision

import (
	"fmt"
	"slices"
	"time"

	"gonao/nao"
	"gonao/nao/devices/camera"
	"gonao/robot/percepts/field"
	"gonao/ros"
	"gonao/vision"
)

// Store holds which images are kept as files.
type Store struct {
	Events    []string `yaml:"events" readonly:"true" constraints:"of ball, goal, line and robot" desc:"an image is stored when one of these begins to be seen or is lost; empty: none"`
	Directory string   `yaml:"directory" readonly:"true" desc:"of the images; it is made when the first is written"`
	Format    string   `yaml:"format" enum:"png|jpeg" readonly:"true" desc:"of the files"`
	LimitMB   int      `yaml:"limit_mb" unit:"MB" min:"1" max:"100000" readonly:"true" desc:"of disk; the oldest images are removed when it is reached"`
}

// things returns the objects for which images are stored, by name.
func (s Store) things() (wanted [vision.NumSightings]bool, err error) {
	for _, name := range s.Events {
		i := slices.IndexFunc([]vision.Sighting{0, 1, 2, 3}, func(t vision.Sighting) bool { return t.String() == name })
		if i < 0 {
			return wanted, fmt.Errorf("store.events: %q: expected ball, goal, line or robot", name)
		}
		wanted[i] = true
	}
	return wanted, nil
}

// keeper stores images when things begin or cease to be seen.
type keeper struct {
	store     *writer
	wanted    [vision.NumSightings]bool
	sightings vision.Sightings
	changes   []vision.Change // reused
	log       func(msg string, args ...any)
}

// newKeeper returns nil where no image is to be stored. Close it.
func newKeeper(n *ros.Node, cfg Store) (*keeper, error) {
	wanted, err := cfg.things()
	if err != nil || len(cfg.Events) == 0 {
		return nil, err
	}
	k := &keeper{wanted: wanted, log: n.Log.Warn}
	files := Files{Directory: cfg.Directory, Format: camera.Format(cfg.Format), Limit: int64(cfg.LimitMB) << 20}
	k.store = newWriter(files, func(path string, err error) {
		if err != nil {
			k.log("image not stored", "file", path, "error", err)
		}
	})
	return k, nil
}

func (k *keeper) close() {
	if k != nil {
		k.store.Close()
	}
}

// see stores an image if something that is wanted begins or ceases to be seen in it. Both cameras count together: a ball that goes
// from one image into the other is not lost.
func (k *keeper) see(img vision.Image, cam nao.Camera, taken time.Time, at time.Duration, d *detector) {
	if k == nil || img.Encoding != vision.EncodingYUYV || img.Step != 2*img.Width || len(img.Data) < img.Step*img.Height {
		return
	}
	f := &d.features.found
	found := [vision.NumSightings]bool{
		vision.BallSighting: len(d.objects.seen) > 0, vision.LineSighting: len(f.Lines) > 0, vision.RobotSighting: len(d.objects.others) > 0,
	}
	for i := range f.Points {
		found[vision.GoalSighting] = found[vision.GoalSighting] || f.Points[i].Kind == field.Post
	}
	k.changes = k.sightings.Update(k.changes[:0], at, found)
	for _, c := range k.changes {
		if !k.wanted[c.Thing] {
			continue
		}
		if !k.store.Put(img.Width, img.Height, img.Data[:img.Step*img.Height], taken, [nao.NumCameras]string{"top", "bottom"}[cam], c.Label()) {
			k.log("image not stored: the disk is too slow", "label", c.Label())
		}
	}
}
