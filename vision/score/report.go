package score

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"gonao/internal/estimate"
)

// Write prints the report.
func (r *Report) Write(w io.Writer) error {
	out := &printer{w: w}
	if r.Kind != kindWindows {
		out.line("%d pictures (%s), %d with the camera's pose", r.Pictures, r.Kind, r.Posed)
	}
	all := r.allAbout()
	out.line("windows: %d about balls, %d without", len(all), len(r.without))
	if len(all) > 0 && len(r.without) > 0 {
		out.line("  at the net's threshold       recall %.4f, %.3f %% of the others pass", r.Recall(), 100*r.False())
		sorted := slices.SortedFunc(slices.Values(r.without), func(a, b float64) int { return cmp.Compare(b, a) })
		for _, share := range []float64{0.005, 0.001} {
			at := sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
			out.line("  where %.1f %% of the others pass recall %.4f (threshold %+.2f)", 100*share, passed(all, at), at)
		}
		for i, logits := range r.about {
			if len(logits) > 0 {
				out.line("  radius %-10s           recall %.4f of %d", rangeOf(i), passed(logits, 0), len(logits))
			}
		}
	}
	if r.Kind == kindWindows {
		return out.err
	}
	out.line("whole images, balls of radius %d px and more of which half can be seen", counted)
	total := Counts{}
	for i, c := range r.Balls {
		if c.There+c.False > 0 {
			out.line("  radius %-10s  %4d there, %4d found, %4d false: precision %.4f, recall %.4f", rangeOf(i), c.There, c.Found, c.False, c.Precision(), c.Recall())
		}
		total.There, total.Found, total.False = total.There+c.There, total.Found+c.Found, total.False+c.False
	}
	out.line("  ball               %4d there, %4d found, %4d false: precision %.4f, recall %.4f, centre median %.2f px", total.There, total.Found, total.False, total.Precision(), total.Recall(), estimate.Quantile(r.centres, 0.5))
	if r.Posed > 0 {
		c := r.Robots
		out.line("  robot up to %g m    %4d there, %4d found, %4d false: precision %.4f, recall %.4f", robotFarM, c.There, c.Found, c.False, c.Precision(), c.Recall())
	} else {
		out.line("  robot: not scored: the pictures have no camera poses")
	}
	return out.err
}

func rangeOf(i int) string {
	if math.IsInf(sizes[i+1], 1) {
		return fmt.Sprintf("%g.. px", sizes[i])
	}
	return fmt.Sprintf("%g..%g px", sizes[i], sizes[i+1])
}

// printer writes lines until one fails.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}
