using System.Diagnostics;

namespace TestServers;

/// <summary>Servers and folders of test runs that crashed.</summary>
internal static class Leftovers
{
    public static void Remove(Action<string> say)
    {
        foreach (RunFolder folder in RunFolder.Abandoned())
        {
            say($"taking away the server {folder.Id} that a crashed run left behind");
            if (folder.ReadRecord() is ServerRecord record)
                Stop(record);
            folder.Dispose();
        }
    }

    private static void Stop(ServerRecord record)
    {
        if (record.Container is string container)
            DockerContainer.Remove(container);
        using Process? server = record.Server?.Find(record.Mark);
        server?.Kill();
        server?.WaitForExit(TimeSpan.FromSeconds(10));
    }
}
