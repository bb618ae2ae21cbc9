package trial

import (
	"cmp"
	"compress/flate"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gonao/sim/scenery"
)

// cacheFormat is in the name of every kept picture: pictures of another generator are not read.
const cacheFormat = "1"

// source returns the pictures of one world. It renders them, or reads cached ones.
type source struct {
	seed  uint64
	o     Options
	stage *scenery.Stage // nil until a picture has to be rendered
}

func (s *source) close() {
	if s.stage != nil {
		s.stage.Close()
	}
}

// shoot returns the picture of a number.
func (s *source) shoot(number uint64, shot *scenery.Shot) error {
	name := s.name(number)
	if name != "" {
		if ok, err := readShot(name, shot); ok || err != nil {
			return err
		}
	}
	if s.stage == nil {
		var err error
		if s.stage, err = scenery.Open(s.seed, s.o.Stage); err != nil {
			return err
		}
	}
	if err := s.stage.Shoot(number, shot); err != nil {
		return err
	}
	if name == "" {
		return nil
	}
	return writeShot(name, shot)
}

// name returns the file of a picture, "" without a cache.
func (s *source) name(number uint64) string {
	if s.o.Cache == "" {
		return ""
	}
	t := s.o.Stage
	look := ""
	if t.PlainBalls {
		look = "plain"
	}
	return filepath.Join(s.o.Cache, fmt.Sprintf("%s_%s%s_%d_%d_%04d_%04d.shot", cacheFormat, filepath.Base(cmp.Or(t.World, "spl")), look, t.Samples, t.ShadowSize, s.seed, number))
}

// readShot reads a cached picture. It returns false if it is missing or incomplete.
func readShot(name string, shot *scenery.Shot) (bool, error) {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	*shot = scenery.Shot{}
	if err := gob.NewDecoder(flate.NewReader(f)).Decode(shot); err != nil {
		return false, nil //nolint:nilerr // a picture whose writing was interrupted is drawn again
	}
	return true, nil
}

// writeShot keeps a picture: a file of another name is renamed when it is complete.
func writeShot(name string, shot *scenery.Shot) error {
	f, err := os.Create(name + ".part")
	if err != nil {
		return err
	}
	z, err := flate.NewWriter(f, flate.BestSpeed)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(gob.NewEncoder(z).Encode(shot), z.Close(), f.Close()); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}
