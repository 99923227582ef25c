using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Tests;

/// <summary>Defaults that are set on a context.</summary>
public sealed class UseMySqlBulkTests
{
    [Fact]
    public void A_second_call_changes_what_it_names_and_leaves_the_rest()
    {
        MySqlBulkDefaults defaults = Defaults(options => options
            .UseMySqlBulk(o => o.BatchRows(500).Timeout(TimeSpan.FromSeconds(3)).AcceptProvider())
            .UseMySqlBulk(o => o.BatchRows(700).FindFailingRow(false))
            .UseMySqlBulk());
        Assert.Equal(new() { BatchRows = 700, Timeout = TimeSpan.FromSeconds(3), FindFailingRow = false, AcceptProvider = true }, defaults);
    }

    [Fact]
    public void A_call_on_other_options_begins_anew()
    {
        Defaults(options => options.UseMySqlBulk(o => o.BatchRows(500)));
        Assert.Equal(new(), Defaults(options => options.UseMySqlBulk()));
    }

    [Fact]
    public void Every_option_that_all_operations_have_can_be_set_for_the_context()
    {
        MethodInfo[] methods = typeof(MySqlBulkOptionsBuilder).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly);
        PropertyInfo[] options = typeof(BulkOptions).GetProperties(BindingFlags.Public | BindingFlags.Instance);
        Assert.NotEmpty(options);
        Assert.Equal([], options.Where(option => !methods.Any(method => method.Name == option.Name && method.GetParameters() is [var only]
            && only.ParameterType == (Nullable.GetUnderlyingType(option.PropertyType) ?? option.PropertyType))));
    }

    [Fact]
    public void The_log_of_the_context_names_what_was_set()
    {
        DbContextOptionsBuilder options = new();
        options.UseMySqlBulk(o => o.Strategy(BulkStrategy.RowByRow).Pipelining(BulkPipelining.Never).BatchRows(7));
        DbContextOptionsExtensionInfo info = options.Options.FindExtension<MySqlBulkOptionsExtension>()!.Info;
        Assert.Equal("MySqlBulk(Strategy=RowByRow, Pipelining=Never, BatchRows=7) ", info.LogFragment);
        Dictionary<string, string> debug = [];
        info.PopulateDebugInfo(debug);
        Assert.Equal("7", debug["MySqlBulk:BatchRows"]);
        Assert.Equal(3, debug.Count);
    }

    [Fact]
    public void Properties_that_are_named_for_a_class_add_up_and_are_named_in_the_log()
    {
        DbContextOptionsBuilder options = new();
        options.UseMySqlBulk(o => o.NotCompared<Version>(v => v.Build).InsertOnly<Uri>(u => u.Host)).UseMySqlBulk(o => o.NotCompared<Version>(v => new { v.Major, v.Minor }));
        MySqlBulkOptionsExtension extension = options.Options.FindExtension<MySqlBulkOptionsExtension>()!;
        Assert.Equal([typeof(Version), typeof(Version)], extension.Defaults.NotCompared.Select(each => each.Type));
        Assert.Equal(typeof(Uri), Assert.Single(extension.Defaults.InsertOnly).Type);
        Assert.StartsWith("MySqlBulk(NotCompared=Version: ", extension.Info.LogFragment, StringComparison.Ordinal);
        Assert.Contains("InsertOnly=Uri: u.Host", extension.Info.LogFragment, StringComparison.Ordinal);
        Assert.Throws<ArgumentNullException>(() => options.UseMySqlBulk(o => o.NotCompared<Version>(null!)));
    }

    [Fact]
    public void Hooks_are_added_in_order_and_named_by_their_types()
    {
        List<string> ran = [];
        MySqlBulkDefaults defaults = Defaults(options => options
            .UseMySqlBulk(o => o.BeforeInsert<object>((_, _) => ran.Add("first")).BeforeDelete<string>((_, _) => ran.Add("deleted")))
            .UseMySqlBulk(o => o.BeforeInsert<string>((_, _) => ran.Add("second"))));
        foreach (BulkHook hook in defaults.BeforeInsert)
            hook.Run("", null!);
        Assert.Equal(["first", "second"], ran);
        Assert.Equal(["Object", "String"], defaults.BeforeInsert.Select(hook => hook.Type.Name));
        Assert.Equal((1, 0), (defaults.BeforeDelete.Count, defaults.BeforeUpdate.Count));
    }

    [Fact]
    public void Hooks_do_not_give_a_context_services_of_its_own()
    {
        using DbContext one = With(_ => throw new InvalidOperationException("one"));
        using DbContext other = With(_ => throw new InvalidOperationException("other"));
        Assert.Same(one.GetService<ICoreSingletonOptions>(), other.GetService<ICoreSingletonOptions>());
        Assert.NotSame(HookOf(one), HookOf(other));

        static DbContext With(Action<object> hook) => new(new DbContextOptionsBuilder()
            .UseMySql("Server=x", new MySqlServerVersion(new Version(9, 7, 0))).UseMySqlBulk(o => o.BeforeUpdate<object>((row, _) => hook(row))).Options);

        static BulkHook HookOf(DbContext context) => context.GetService<IDbContextOptions>().FindExtension<MySqlBulkOptionsExtension>()!.Defaults.BeforeUpdate.Single();
    }

    private static MySqlBulkDefaults Defaults(Action<DbContextOptionsBuilder> configure)
    {
        DbContextOptionsBuilder options = new();
        configure(options);
        return options.Options.FindExtension<MySqlBulkOptionsExtension>()!.Defaults;
    }
}
