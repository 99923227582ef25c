namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>A change of the public surface shows in a file that is reviewed; it is the same on EF Core 9 and 10.</summary>
public sealed class PublicApiTests
{
    private const string File = "tests/EFCore.MySqlBulk.Tests/PublicApi.txt";

    [Fact]
    public void The_public_surface_is_the_one_written_down() => GeneratedFile.Check(File, PublicApi.Of(typeof(BulkResult).Assembly));
}
