using System.Reflection;

namespace EFCore.MySqlBulk.Tests.Planning;

/// <summary>Every call that takes options takes a lambda that sets them as well.</summary>
public sealed class ConfiguredOptionsTests
{
    private static readonly MethodInfo[] Calls =
        [.. typeof(BulkOptions).Assembly.GetExportedTypes().Where(type => type.IsAbstract && type.IsSealed).SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Static))];

    [Fact]
    public void Each_call_with_options_has_one_with_a_lambda()
    {
        string[] withOptions = [.. Calls.Where(call => call.GetParameters().Any(parameter => parameter.Name == "options" && IsOptions(parameter.ParameterType))).Select(call => Signature(call, "options"))];
        string[] withLambda = [.. Calls.Where(call => call.GetParameters().Any(parameter => parameter.Name == "configure" && IsOptions(Configured(parameter.ParameterType)))).Select(call => Signature(call, "configure"))];
        Assert.NotEmpty(withOptions);
        Assert.Equal(withOptions.Order(StringComparer.Ordinal), withLambda.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Options_are_a_lambda_that_sets_each_of_them()
    {
        BulkInsertOptions given = new()
        {
            Strategy = BulkStrategy.RowByRow,
            Pipelining = BulkPipelining.Never,
            Connections = 1,
            CommitRows = 11,
            BatchRows = 7,
            Timeout = TimeSpan.FromSeconds(9),
            BufferForRetry = true,
            FindFailingRow = false,
            ReturnKeys = false,
            VerifyKeys = false,
            HasTrigger = true,
            ReadGenerated = false,
            IncludeGraph = true,
            LeftOutEntities = BulkReaction.Refuse,
        };
        Action<BulkInsertOptions> lambda = given;
        Assert.Equal(given, ConfiguredOptions.From(lambda));
    }

    [Fact]
    public void Each_type_of_options_is_a_lambda_of_its_own_type()
    {
        Type[] types = [.. typeof(BulkOptions).Assembly.GetExportedTypes().Where(type => !type.IsAbstract && IsOptions(type))];
        Assert.NotEmpty(types);
        Assert.All(types, type => Assert.Single(type.GetMethods(), method => method.Name == "op_Implicit" && Configured(method.ReturnType).Name == type.Name));
    }

    [Fact]
    public void Without_a_lambda_there_are_no_options()
        => Assert.Equal("configure", Assert.Throws<ArgumentNullException>(() => ConfiguredOptions.From<BulkInsertOptions>(null!)).ParamName);

    private static bool IsOptions(Type type)
        => typeof(BulkOptions).IsAssignableFrom(type) || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(BulkReadOptions<>));

    private static Type Configured(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(Action<>) ? type.GetGenericArguments()[0] : typeof(void);

    // The types of the parameters, with the options' own type in the place of the lambda.
    private static string Signature(MethodInfo call, string name)
        => $"{call.ReturnType} {call.Name}({string.Join(", ", call.GetParameters().Select(parameter => parameter.Name == name && name == "configure" ? Configured(parameter.ParameterType) : parameter.ParameterType))})";
}
