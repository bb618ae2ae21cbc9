package tune

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/internal/yamlread"
	"gonao/lab/trial"
)

// WriteValues writes the numbers that were found as a YAML file of parameters, one key per engine, in the form of nodes and
// Setup.Values.
func (out *Outcome) WriteValues(w io.Writer) error {
	f := out.File
	values := maps.Clone(f.Fixed)
	if values == nil {
		values = map[string]float64{}
	}
	for i, p := range f.Parameters {
		values[p.Name] = out.Found[i]
	}
	comment := fmt.Sprintf("%s\nFound by gonao motion tune %s: measure %s, profile %s, %d generations of %d with %d seeds.",
		title(f), filepath.Base(f.Path), f.Measure, f.Profile, len(out.Generations), f.Population, f.Seeds)
	if !out.Better {
		comment += "\nNothing better than the start was found: these are the numbers of the start."
	}
	return writeYAML(w, values, comment)
}

// writeYAML writes numbers by the names of Setup.Values as a file of parameters, an
// engine a key.
func writeYAML(w io.Writer, values map[string]float64, comment string) error {
	var b strings.Builder
	for line := range strings.Lines(comment) {
		fmt.Fprintf(&b, "# %s\n", strings.TrimSpace(line))
	}
	before := ""
	for _, name := range slices.Sorted(maps.Keys(values)) {
		engine, own, _ := strings.Cut(name, ".")
		if engine != before {
			fmt.Fprintf(&b, "%s:\n", engine)
			before = engine
		}
		fmt.Fprintf(&b, "  %s: %s\n", own, significant(values[name]))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func title(f *File) string {
	if f.Title == "" {
		return f.Measure
	}
	return f.Title
}

// significant formats five figures, which is more than the seeds resolve.
func significant(v float64) string { return fmt.Sprintf("%.5g", v) }

// WriteReport writes report.md and its two pictures into a directory.
func (out *Outcome) WriteReport(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := out.drawSearch(filepath.Join(dir, "search.png")); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := out.drawParameters(filepath.Join(dir, "parameters.png")); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	var b strings.Builder
	if err := out.writeMarkdown(&b); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "report.md"), []byte(b.String()), 0o666); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

func (out *Outcome) writeMarkdown(b *strings.Builder) error {
	f := out.File
	fmt.Fprintf(b, "# %s\n\n", title(f))
	fmt.Fprintf(b, "Measure `%s` (%s) in the profile %s; %d generations of %d candidates with %d seeds each, method %s, seed %d: %d trials.\n\n",
		f.Measure, out.Row.Title, f.Profile, len(out.Generations), f.Population, f.Seeds, f.Method, f.Seed, len(out.Generations)*f.Population*f.Seeds)
	fmt.Fprintf(b, "On %d seeds that the search has not seen:\n\n| | cost", 2*f.Seeds)
	for i := range out.Row.Figures {
		fmt.Fprintf(b, " | %s", out.Row.Figures[i].Name)
	}
	fmt.Fprintf(b, " |\n|-|-%s|\n", strings.Repeat("|-", len(out.Row.Figures)))
	for _, row := range []struct {
		name string
		cost float64
		m    *trial.Measured
		is   []float64
	}{
		{"start", out.BeforeCost, &out.Before, out.Start},
		{"mean of the last generation", out.MeanCost, &out.Mean, out.Generations[len(out.Generations)-1].Mean},
		{"best candidate", out.BestCost, &out.Best, out.BestValues},
	} {
		taken := ""
		if slices.Equal(row.is, out.Found) {
			taken = " (taken)"
		}
		fmt.Fprintf(b, "| %s%s | %.4g", row.name, taken, row.cost)
		for i := range out.Row.Figures {
			fmt.Fprintf(b, " | %s", row.m.Text(i))
		}
		b.WriteString(" |\n")
	}
	if !out.Better {
		b.WriteString("\n**Nothing better than the start was found**; it stays.\n")
	}
	b.WriteString("\n| parameter | from | to | start | found | change |\n|-|-|-|-|-|-|\n")
	for i, p := range f.Parameters {
		edge := ""
		if share := (out.Found[i] - p.Min) / (p.Max - p.Min); share < 0.03 || share > 0.97 {
			edge = ", at the edge of its range"
		}
		fmt.Fprintf(b, "| %s | %g | %g | %s | %s | %s%s |\n", p.Name, p.Min, p.Max,
			significant(out.Start[i]), significant(out.Found[i]), change(out.Start[i], out.Found[i]), edge)
	}
	_, err := fmt.Fprint(b, "\n![cost and spread over the generations](search.png)\n\n![parameters over the generations, as shares of their ranges](parameters.png)\n")
	return err
}

// change returns the change in per cent, if from is not 0.
func change(from, to float64) string {
	if math.Abs(from) < 1e-9 {
		return fmt.Sprintf("%+.3g", to-from)
	}
	return fmt.Sprintf("%+.0f %%", 100*(to-from)/math.Abs(from))
}

// ReadValues reads a file of parameters as WriteValues writes it, into the names of
// Setup.Values. Errors name file and line.
func ReadValues(path string) (map[string]float64, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read parameters: %w", err)
	}
	engines := map[string]map[string]float64{}
	if err := yamlread.Decode(path, data, &engines); err != nil {
		return nil, err
	}
	values := map[string]float64{}
	for engine, own := range engines {
		for name, v := range own {
			values[engine+"."+name] = v
		}
	}
	return values, nil
}
