namespace TestServers;

/// <summary>Deletes a folder that may not exist.</summary>
internal static class FolderDeletion
{
    // A server killed a moment ago may still be writing to a folder that is being emptied.
    public static void Delete(string path)
    {
        for (int attempt = 0; Directory.Exists(path); attempt++)
        {
            try
            {
                Directory.Delete(path, recursive: true);
            }
            catch (Exception exception) when (attempt < 50 && exception is (IOException or UnauthorizedAccessException))
            {
                Thread.Sleep(50);
            }
        }
    }
}
