namespace TestServers;

/// <summary>The log a server writes, read while it writes.</summary>
internal static class ErrorLog
{
    /// <summary>Whether the server has said that it listens on the port (a container's inner port is another one).</summary>
    public static bool SaysReady(string path, int port)
    {
        string[] lines = Read(path).Split('\n');
        int ready = Array.FindIndex(lines, line => line.Contains("ready for connections", StringComparison.Ordinal));
        // MariaDB names the port on the next line.
        return ready >= 0 && lines.Skip(ready).Take(2).Any(line => line.Contains($"port: {port} ", StringComparison.Ordinal));
    }

    public static string Tail(string path) => string.Join('\n', Read(path).TrimEnd().Split('\n').TakeLast(12));

    private static string Read(string path)
    {
        try
        {
            using StreamReader reader = new(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
            return reader.ReadToEnd();
        }
        catch (IOException)
        {
            return "";
        }
    }
}
