package onfield

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pages is the directory of the lessons' texts.
const pages = "../../docs"

// written writes the files of a lesson's text into a directory, as a learner does who copies them.
func written(t *testing.T, l Lesson) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", l.Page))
	require.NoError(t, err)
	dir := t.TempDir()
	for _, block := range regexp.MustCompile("(?s)```(?:yaml|xml) try (\\S+)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, block[1]), []byte(block[2]), 0o600))
	}
	return dir
}

// judge checks a lesson's file in a directory.
func judge(t *testing.T, l Lesson, dir string) *LessonReport {
	t.Helper()
	report, err := l.Check(t.Context(), filepath.Join(dir, l.File))
	require.NoError(t, err)
	return report
}

// missing returns the texts of the points that are not met.
func missing(r *LessonReport) []string {
	var all []string
	for _, p := range r.Points {
		if !p.Met {
			all = append(all, p.Wanted+": "+p.Found)
		}
	}
	return all
}

// change replaces a part of a file that must be there.
func change(t *testing.T, dir, file, old, text string) {
	t.Helper()
	path := filepath.Join(dir, file)
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(src), old)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(src), old, text, 1)), 0o600))
}

func TestTheFilesOfEachLessonPassIt(t *testing.T) {
	for _, l := range Lessons() {
		t.Run(l.Title, func(t *testing.T) {
			report := judge(t, l, written(t, l))
			t.Logf("%+v", report.Points)
			require.Empty(t, missing(report))
			require.True(t, report.Passed())
		})
	}
}

func TestALessonSaysWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		name            string
		lesson          int
		file, old, text string
		says            string
		others          int  // further points that are not met
		dear            bool // takes long: skipped with -short
	}{
		{"a misspelt action", 1, "drive.yaml", "walk_to", "walk_two", `did you mean "walk_to"`, 0, false},
		{"no way back", 1, "drive.yaml", "{if: final, to: back}", "{if: final, to: FINAL}", "it comes back to where it began", 0, false},
		{"a machine that does not end", 1, "drive.yaml", "[{if: final, to: FINAL}, {if: failed, to: FAILED}]", "[]", "it was still in the state back", 0, true},
		{"an unknown motion", 2, "dance_twice.yaml", "swing", "sing", `did you mean "swing"`, 0, false},
		{"a joint that there is not", 2, "swing.xml", "LShoulderPitch", "LShoulder", "LShoulder", 0, false},
		{"one arm", 2, "swing.xml", `    <joint name="LShoulderPitch" angle_deg="-40"/>` + "\n", "", "", -1, true},
		{"one ball only", 3, "follow.yaml", "{color: green}", "{color: red}", "the green ball is within 8°", 0, true},
		{"a walk that fits one place", 4, "to_ball.yaml", "do: go_to_ball", "do: {walk_to: {x: 0.9, y: 0.35}}", "ball 2 of 2: it stops at most 0.4 m from the ball", -2, true},
		{"no parameter", 5, "nod.yaml", "times: {", "often: {", "times", 0, false},
		{"one nod too few", 5, "nod.yaml", "final and done >= times", "final and done >= 1", "nod{times=3} nods 3 times", 0, false},
	} {
		if c.dear && testing.Short() {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			l, err := FindLesson(c.lesson)
			require.NoError(t, err)
			dir := written(t, l)
			change(t, dir, c.file, c.old, c.text)
			report := judge(t, l, dir)
			if c.others == -1 {
				require.True(t, report.Passed(), "%v", missing(report))
				return
			}
			require.False(t, report.Passed())
			found := missing(report)
			require.Contains(t, strings.Join(found, "\n"), c.says)
			if c.others >= 0 {
				require.Len(t, found, c.others+1, "%v", found)
			}
		})
	}
}

func TestAFileThatIsNotThereIsSaid(t *testing.T) {
	for _, l := range Lessons() {
		report := judge(t, l, t.TempDir())
		require.Len(t, missing(report), 1, l.Title)
		require.Contains(t, missing(report)[0], l.File)
	}
}

func TestThereAreFiveLessonsWithAPageEach(t *testing.T) {
	all := Lessons()
	require.Len(t, all, 5)
	for i, l := range all {
		require.Equal(t, i+1, l.Number)
		text, err := os.ReadFile(filepath.Join("../..", l.Page))
		require.NoError(t, err)
		require.Contains(t, string(text), "gonao lesson check "+string(rune('1'+i))+"\n")
		require.Contains(t, string(text), " try "+l.File+"\n")
	}
	_, err := FindLesson(6)
	require.EqualError(t, err, "lesson 6: expected 1 to 5")
	found, err := filepath.Glob(filepath.Join(pages, "lessons", "*.md"))
	require.NoError(t, err)
	require.Len(t, found, len(all))
}
