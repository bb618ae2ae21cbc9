// Peer encodes and decodes GameController packets with the official classes, so that ours can be compared with them.
//
//	java -cp CLASSES testdata/Peer.java make COUNT SEED    random packets, one a line: kind, hex, fields
//	java -cp CLASSES testdata/Peer.java read               reads kind and hex from lines, prints lines as make does
//
// CLASSES holds the compiled package data of RoboCup-SPL/GameController. Fields are found by reflection, so that the
// classes of all versions of the struct do.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

public class Peer {
    public static void main(String[] args) throws Exception {
        if (args[0].equals("make")) {
            Random random = new Random(Long.parseLong(args[2]));
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                Object control = create("GameControlData");
                fill(control, random);
                show("control", control, encode(control));
                Object status = create("GameControlReturnData");
                if (!hasField(status, "header")) continue; // older classes keep it to themselves
                fill(status, random);
                set(status, "header", "RGrt");
                set(status, "version", (byte) 4);
                set(status, "playerNum", (byte) (1 + random.nextInt(20)));
                set(status, "teamNum", (byte) (1 + random.nextInt(100)));
                show("status", status, encode(status));
            }
            return;
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.split(" ");
            Object o = create(words[0].equals("control") ? "GameControlData" : "GameControlReturnData");
            byte[] data = bytes(words[1]);
            boolean good = (boolean) o.getClass().getMethod("fromByteArray", ByteBuffer.class).invoke(o, ByteBuffer.wrap(data));
            show(words[0] + (good ? "" : " refused"), o, encode(o));
        }
    }

    static Object create(String name) throws Exception {
        return Class.forName("data." + name).getDeclaredConstructor().newInstance();
    }

    static boolean hasField(Object o, String name) {
        try {
            o.getClass().getField(name);
            return true;
        } catch (NoSuchFieldException e) {
            return false;
        }
    }

    static void set(Object o, String field, Object value) throws Exception {
        o.getClass().getField(field).set(o, value);
    }

    /** Encodes with the method for monitors where the class has two. */
    static byte[] encode(Object o) throws Exception {
        Object encoded;
        try {
            encoded = o.getClass().getMethod("getTrueDataAsByteArray").invoke(o);
        } catch (NoSuchMethodException e) {
            encoded = o.getClass().getMethod("toByteArray").invoke(o);
        }
        return encoded instanceof ByteBuffer ? ((ByteBuffer) encoded).array() : (byte[]) encoded;
    }

    static void fill(Object o, Random random) throws Exception {
        for (Field f : o.getClass().getFields()) {
            if (Modifier.isStatic(f.getModifiers())) continue;
            Class<?> type = f.getType();
            if (type == byte.class) f.setByte(o, (byte) (f.getName().matches("firstHalf|stopped") ? random.nextInt(2) : random.nextInt(128)));
            if (type == short.class) f.setShort(o, (short) random.nextInt());
            if (type == float.class) f.setFloat(o, random.nextInt(10000) - 5000);
            if (type == boolean.class) f.setBoolean(o, random.nextBoolean());
            if (!type.isArray()) continue;
            for (int i = 0; i < Array.getLength(f.get(o)); i++) {
                if (type == float[].class) Array.setFloat(f.get(o), i, random.nextInt(10000) - 5000);
                else fill(Array.get(f.get(o), i), random);
            }
        }
    }

    static void show(String kind, Object o, byte[] data) throws Exception {
        Map<String, String> fields = new TreeMap<>();
        collect("", o, fields);
        StringBuilder line = new StringBuilder(kind).append(' ');
        for (byte b : data) line.append(String.format("%02x", b));
        fields.forEach((k, v) -> line.append(' ').append(k).append('=').append(v));
        System.out.println(line);
    }

    static void collect(String path, Object o, Map<String, String> fields) throws Exception {
        for (Field f : o.getClass().getFields()) {
            if (Modifier.isStatic(f.getModifiers()) || f.getName().toLowerCase().endsWith("valid")) continue;
            Object value = f.get(o);
            String name = path + f.getName();
            if (!f.getType().isArray()) {
                if (value instanceof Byte) value = (Byte) value & 0xff;
                fields.put(name, String.valueOf(value));
                continue;
            }
            for (int i = 0; i < Array.getLength(value); i++) {
                Object element = Array.get(value, i);
                if (element instanceof Float) fields.put(name + i, String.valueOf(element));
                else collect(name + i + ".", element, fields);
            }
        }
    }

    static byte[] bytes(String hex) {
        byte[] data = new byte[hex.length() / 2];
        for (int i = 0; i < data.length; i++) data[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        return data;
    }
}
