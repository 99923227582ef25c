using System.Text.Json;

namespace TestServers;

/// <summary>Everything that a later run needs to clean up a server whose owner crashed.</summary>
internal sealed record ServerRecord
{
    /// <summary>The server, or the client of its container.</summary>
    public ProcessIdentity? Server { get; init; }

    /// <summary>An argument on the server's command line that no other process has.</summary>
    public string Mark { get; init; } = "";

    /// <summary>The container's name, if it runs in one.</summary>
    public string? Container { get; init; }

    public static ServerRecord? Read(string path)
    {
        try
        {
            return JsonSerializer.Deserialize<ServerRecord>(File.ReadAllText(path));
        }
        catch (Exception exception) when (exception is IOException or JsonException)
        {
            return null; // The owner crashed before it wrote one.
        }
    }

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(this));
}
