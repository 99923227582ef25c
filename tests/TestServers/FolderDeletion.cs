namespace TestServers;

/// <summary>Deleting a folder that may not be there.</summary>
internal static class FolderDeletion
{
    public static void Delete(string path)
    {
        if (Directory.Exists(path))
            Directory.Delete(path, recursive: true);
    }
}
