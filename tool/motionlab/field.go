package motionlab

import (
	"context"
	"fmt"
	"io"
	"time"

	"gonao/lab/onfield"
	"gonao/tool/cli"
	"gonao/tool/lab"
)

// field lets robots play alone on the field, and writes the film of the first one.
func (p program) field(ctx context.Context, o *lab.Field) error {
	switch {
	case o.Seeds < 1 || o.Seeds > 10000:
		return fmt.Errorf("--seeds %d: expected 1 to 10000", o.Seeds)
	case o.First < 1 || o.First > 1_000_000:
		return fmt.Errorf("--first-seed %d: expected 1 to 1000000", o.First)
	case o.Limit < time.Second || o.Limit > time.Hour:
		return fmt.Errorf("--limit %v: expected 1s to 1h", o.Limit)
	}
	cfg := onfield.DefaultConfig()
	cfg.World, cfg.Machine, cfg.Table, cfg.Limit = o.World, o.Machine, o.Table, o.Limit
	cfg.Rendered = o.Rendered
	all, err := onfield.Table(ctx, cfg, uint64(o.First), o.Seeds, p.Out)
	if err != nil || o.Film == "" || len(all) == 0 {
		return err
	}
	film := all[0].Film()
	if err := cli.CreateFile(o.Film, func(w io.Writer) error {
		_, err := io.WriteString(w, film)
		return err
	}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "wrote %s: open it in a browser\n", o.Film)
	return err
}
