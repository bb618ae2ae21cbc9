package gzmsgs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"gonao/gazebo_bridge/gzmsgs"
)

// Every field of ours has the number, the type and the form of Gazebo's own definition.
func TestTheMessagesAreGazebosOwn(t *testing.T) {
	theirs := definitions(t)
	messages := gzmsgs.File_messages_proto.Messages()
	for i := range messages.Len() {
		name := string(messages.Get(i).Name())
		m, ok := theirs[name]
		require.True(t, ok, "%s: no such message in ignition.msgs", name)
		compare(t, name, messages.Get(i), m)
	}
}

// definitions reads the definitions of Debian's package, by name.
func definitions(t *testing.T) map[string]*descriptorpb.DescriptorProto {
	t.Helper()
	roots, err := filepath.Glob("/usr/include/ignition/msgs*")
	require.NoError(t, err)
	require.NotEmpty(t, roots, "libignition-msgs-dev is missing: make deps-test installs it")
	root := roots[len(roots)-1]
	files, err := filepath.Glob(root + "/ignition/msgs/*.proto")
	require.NoError(t, err)
	set := filepath.Join(t.TempDir(), "set")
	args := append([]string{"-I", root, "--descriptor_set_out=" + set}, files...)
	out, err := exec.CommandContext(t.Context(), "protoc", args...).CombinedOutput()
	require.NoError(t, err, string(out))
	data, err := os.ReadFile(set)
	require.NoError(t, err)
	var parsed descriptorpb.FileDescriptorSet
	require.NoError(t, proto.Unmarshal(data, &parsed))
	found := map[string]*descriptorpb.DescriptorProto{}
	for _, f := range parsed.GetFile() {
		for _, m := range f.GetMessageType() {
			found[m.GetName()] = m
		}
	}
	return found
}

func compare(t *testing.T, name string, ours protoreflect.MessageDescriptor, theirs *descriptorpb.DescriptorProto) {
	t.Helper()
	fields := map[string]*descriptorpb.FieldDescriptorProto{}
	for _, f := range theirs.GetField() {
		fields[f.GetName()] = f
	}
	for i := range ours.Fields().Len() {
		f := ours.Fields().Get(i)
		their, ok := fields[string(f.Name())]
		require.True(t, ok, "%s.%s: no such field", name, f.Name())
		require.EqualValues(t, their.GetNumber(), f.Number(), "%s.%s", name, f.Name())
		require.EqualValues(t, their.GetType(), f.Kind(), "%s.%s", name, f.Name())
		require.Equal(t, their.GetLabel() == descriptorpb.FieldDescriptorProto_LABEL_REPEATED, f.IsList(), "%s.%s", name, f.Name())
		if m := f.Message(); m != nil {
			require.Equal(t, last(their.GetTypeName()), string(m.Name()), "%s.%s", name, f.Name())
		}
	}
	for i := range ours.Messages().Len() {
		inner := ours.Messages().Get(i)
		for _, n := range theirs.GetNestedType() {
			if n.GetName() == string(inner.Name()) {
				compare(t, name+"."+n.GetName(), inner, n)
			}
		}
	}
	for i := range ours.Enums().Len() {
		values := ours.Enums().Get(i).Values()
		for _, e := range theirs.GetEnumType() {
			if e.GetName() != string(ours.Enums().Get(i).Name()) {
				continue
			}
			for _, v := range e.GetValue() {
				if our := values.ByName(protoreflect.Name(v.GetName())); our != nil {
					require.EqualValues(t, v.GetNumber(), our.Number(), "%s.%s", name, v.GetName())
				}
			}
		}
	}
}

func last(typeName string) string { return typeName[strings.LastIndex(typeName, ".")+1:] }

var compiler = regexp.MustCompile(`(?m)^// \tprotoc +v.*$`)

func TestTheGeneratedFileIsUpToDate(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"messages.proto"} {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	wd, err := os.Getwd()
	require.NoError(t, err)
	// The plugin is built in the module, the rest happens in the other directory.
	cmd := exec.CommandContext(t.Context(), "sh", "-c", `go build -o "$0/protoc-gen-go" google.golang.org/protobuf/cmd/protoc-gen-go &&
		cd "$0" && PATH="$0:$PATH" protoc --go_out=. --go_opt=paths=source_relative messages.proto`, dir)
	cmd.Dir = wd
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	want, err := os.ReadFile(filepath.Join(dir, "messages.pb.go"))
	require.NoError(t, err)
	got, err := os.ReadFile("messages.pb.go")
	require.NoError(t, err)
	require.Equal(t, compiler.ReplaceAllString(string(want), ""), compiler.ReplaceAllString(string(got), ""), "run make generate")
}

func TestATypeNameIsOfOneGeneration(t *testing.T) {
	require.Equal(t, "ignition.msgs.Pose_V", gzmsgs.Ignition.Type(&gzmsgs.Pose_V{}))
	require.Equal(t, "gz.msgs.Double", gzmsgs.Gz.Type(&gzmsgs.Double{}))
	g, short, ok := gzmsgs.Split("gz.msgs.IMU")
	require.True(t, ok)
	require.Equal(t, gzmsgs.Gz, g)
	require.Equal(t, "IMU", short)
	for _, other := range []string{"", "gz.msgs.", "std_msgs.Double", "xgz.msgs.IMU"} {
		_, _, ok := gzmsgs.Split(other)
		require.False(t, ok, other)
	}
	require.True(t, gzmsgs.Same("gz.msgs.IMU", "ignition.msgs.IMU"))
	require.True(t, gzmsgs.Same("my.Own", "my.Own"))
	require.False(t, gzmsgs.Same("gz.msgs.IMU", "ignition.msgs.Double"))
	require.False(t, gzmsgs.Same("", "gz.msgs.IMU"))
}

func TestTimesComeBackAsTheyWere(t *testing.T) {
	for _, d := range []time.Duration{0, 12 * time.Millisecond, 3*time.Hour + 999999999} {
		require.Equal(t, d, gzmsgs.TimeOf(d).Duration())
	}
	require.Zero(t, (*gzmsgs.Time)(nil).Duration())
}
