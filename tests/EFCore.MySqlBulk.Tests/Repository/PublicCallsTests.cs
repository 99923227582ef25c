using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>What every public call says of itself.</summary>
public sealed class PublicCallsTests
{
    [Fact]
    public void Every_call_that_compiles_readers_at_run_time_says_so_to_trimming_and_native_AOT()
    {
        Type[] calls = [.. typeof(BulkResult).Assembly.GetExportedTypes().Where(t => t.IsDefined(typeof(ExtensionAttribute), false)
            && t != typeof(MySqlBulkDbContextOptionsExtensions) && t != typeof(BulkRecoveryExtensions))];

        Assert.Equal(17, calls.Length);
        Assert.All(calls, type => Assert.True(type.IsDefined(typeof(RequiresUnreferencedCodeAttribute), false) && type.IsDefined(typeof(RequiresDynamicCodeAttribute), false), type.Name));
    }
}
