using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>A change to the public API shows up in a file that is reviewed; the API is the same on EF Core 9 and 10.</summary>
public sealed class PublicApiTests
{
    private const string File = "tests/EFCore.MySqlBulk.Tests/PublicApi.txt";

    [Fact]
    public void The_public_surface_is_the_one_written_down() => GeneratedFile.Check(File, PublicApi.Of(typeof(BulkResult).Assembly));

    [Fact]
    public void Every_call_that_compiles_readers_at_run_time_says_so_to_trimming_and_native_AOT()
    {
        Type[] calls = [.. typeof(BulkResult).Assembly.GetExportedTypes().Where(t => t.IsDefined(typeof(ExtensionAttribute), false)
            && t != typeof(MySqlBulkDbContextOptionsExtensions))];

        Assert.Equal(12, calls.Length);
        Assert.All(calls, type => Assert.True(type.IsDefined(typeof(RequiresUnreferencedCodeAttribute), false) && type.IsDefined(typeof(RequiresDynamicCodeAttribute), false), type.Name));
    }
}
