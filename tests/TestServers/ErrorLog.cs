namespace TestServers;

/// <summary>The log a server writes, read while it writes.</summary>
internal static class ErrorLog
{
    /// <summary>Whether the server has logged that it listens on the port (which differs inside a container).</summary>
    public static bool SaysReady(string path, int port)
    {
        string[] lines = Read(path).Split('\n');
        // MariaDB names the port on the next line. A container's server logs it twice, the first time with port 0 for its own setup.
        return Enumerable.Range(0, lines.Length).Any(i =>
            lines[i].Contains("ready for connections", StringComparison.Ordinal)
            && lines.Skip(i).Take(2).Any(line => line.Contains($"port: {port} ", StringComparison.Ordinal)));
    }

    /// <summary>Whether the server has logged it.</summary>
    public static bool Says(string path, string text) => Read(path).Contains(text, StringComparison.Ordinal);

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
